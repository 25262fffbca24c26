import { readDate } from '../../../csv/dates.ts';
import type { Row } from '../../../csv/table.ts';
import { readMoment } from '../detail-cells.ts';
import { type Context, type ImportVariant, priceIn, reducedPrice } from '../item.ts';

type Prices = Pick<ImportVariant, 'price' | 'finalPrice' | 'salePrice' | 'saleFrom' | 'saleUntil'>;

/** Selling and list price of a row. A sale with dates becomes a scheduled one; without, its price is the selling price. */
export function pricesIn(row: Row, context: Context): Prices {
  const [regularCell, saleCell] = [row.given('Regular price'), row.given('Sale price')];
  if (regularCell === undefined && !saleCell) return {};
  const [regular, sale] = [priceIn(row, regularCell, context), priceIn(row, saleCell, context)];
  const dates = sale ? saleDates(row) : {};
  if (dates.problem) context.note(row, `The sale price ${sale} is not imported: ${dates.problem}`);
  if (!regular && (!sale || dates.problem)) {
    if (regular === '') context.noPrice(row, 'Valid price is required');
    return {};
  }
  // A file that does not say whether there is a sale ends none.
  if (sale === undefined) return { price: regular };
  const withoutSale = { price: regular, finalPrice: regular, salePrice: '' };
  if (!sale || dates.problem) return withoutSale;
  if (regular && Number(sale) > Number(regular)) {
    context.note(row, `The sale price ${sale} is above the price ${regular} and is not imported`);
    return withoutSale;
  }
  const { from, until } = dates;
  if (!from && !until) return { ...reducedPrice(row, sale, regular, context), salePrice: '' };
  if (!regular) {
    context.note(row, 'The dates of its sale are not imported, because it has no regular price');
    return reducedPrice(row, sale, regular, context);
  }
  if (Number(sale) === Number(regular)) return withoutSale;
  return {
    price: regular,
    finalPrice: regular,
    salePrice: sale,
    saleFrom: from ?? '',
    saleUntil: until ?? '',
  };
}

/** When a sale begins and ends, or why it does not count. WooCommerce has days, as midnight in some files. */
function saleDates(row: Row): { from?: string; until?: string; problem?: string } {
  const cells = [row.get('Date sale price starts'), row.get('Date sale price ends')];
  const [starts = '', ends = ''] = cells.map((cell) =>
    cell.replace(/[T ]0?0:00(?::00)?(?: ?[.+-]\S*|Z)?$/, ''),
  );
  const [from, until] = [readMoment(starts, false), readMoment(ends, true)];
  if ('problem' in from) return { problem: `its start ${from.problem}` };
  if ('problem' in until) return { problem: `its end ${until.problem}` };
  if (until.moment && Date.parse(until.moment) <= Date.now())
    return { problem: `the sale ended on ${readDate(ends)?.day}` };
  if (from.moment && until.moment && from.moment >= until.moment)
    return { problem: 'it ends before it begins' };
  return { ...(from.moment && { from: from.moment }), ...(until.moment && { until: until.moment }) };
}
