import {
  type ImportVariant,
  type Note,
  priceIn,
  type Reading,
  reducedPrice,
  uncountedStock,
} from './item.ts';
import type { Row } from './table.ts';

/** The values of a list cell; a comma inside a value has a backslash before it. */
export const listIn = (cell: string): string[] =>
  cell
    .split(/(?<!\\),/)
    .map((value) => value.replaceAll('\\,', ',').trim())
    .filter(Boolean);

/** Selling and list price of a row; a sale price applies only during the sale. */
export function pricesIn(
  row: Row,
  reading: Reading,
  notes: Note[],
  problems: Note[],
): Pick<ImportVariant, 'price' | 'finalPrice'> {
  const [regularCell, saleCell] = [row.given('Regular price'), row.given('Sale price')];
  if (regularCell === undefined) {
    if (saleCell)
      notes.push({
        line: row.line,
        message: 'The sale price is imported only if the file has a column “Regular price”',
      });
    return {};
  }
  const regular = priceIn(row, regularCell, reading, problems);
  const sale = saleCell && priceIn(row, saleCell, reading, problems);
  if (!regular && !sale) {
    problems.push({ line: row.line, message: 'Valid price is required' });
    return {};
  }
  const why = sale ? notNow(row) : undefined;
  if (why) notes.push({ line: row.line, message: `The sale price ${sale} is not imported: ${why}` });
  if (!sale || why)
    return saleCell === undefined ? { finalPrice: regular } : { price: regular, finalPrice: regular };
  if (regular && Number(sale) > Number(regular)) {
    notes.push({
      line: row.line,
      message: `The sale price ${sale} is above the price ${regular} and is not imported`,
    });
    return { price: regular, finalPrice: regular };
  }
  return reducedPrice(row, sale, regular, notes);
}

/** Why a sale price does not apply today. */
function notNow(row: Row): string | undefined {
  const [starts, ends] = [row.get('Date sale price starts'), row.get('Date sale price ends')];
  const today = new Date().toISOString().slice(0, 10);
  if (starts && starts.slice(0, 10) > today) return `the sale starts on ${starts}`;
  if (ends && ends.slice(0, 10) < today) return `the sale ended on ${ends}`;
  return undefined;
}

/** The stock of a row. Untracked stock is reported and set to the largest quantity that shoppers can order. */
export function stockIn(row: Row, notes: Note[]): string | undefined {
  const tell = (message: string) => notes.push({ line: row.line, message });
  const [stock, inStock] = [row.given('Stock'), row.given('In stock?')];
  if (stock === undefined && inStock === undefined) return undefined;
  if (/^(1|notify)$/i.test(row.get('Backorders allowed?')))
    tell('It was sold beyond its stock; here it is sold out at 0');
  if (!stock) {
    if (inStock === '0') return '0';
    tell(`Its stock was not counted: set to ${uncountedStock}`);
    return uncountedStock;
  }
  const count = Number(stock);
  if (Number.isNaN(count)) return stock;
  const whole = Math.max(0, Math.floor(count));
  if (whole !== count) tell(`Its stock was ${stock}: set to ${whole}`);
  return String(whole);
}
