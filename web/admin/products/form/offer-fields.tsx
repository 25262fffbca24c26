import { useQuery } from '@tanstack/react-query';
import { gstTenthsOf } from '../../../../shared/gst.ts';
import { fromTenths, marginOf, shortRupees, toPaise, toRupees } from '../../../../shared/money.ts';
import { orderDate } from '../../../../shared/orders/order-date.ts';
import { barcodeProblem, gtinOf } from '../../../../shared/products/barcode.ts';
import { defaultGstTenths, toGstTenths } from '../../../../shared/products/gst-rates.ts';
import { parseRupees } from '../../../../shared/read-amount.ts';
import { read } from '../../parts/data.ts';
import { instantOf } from '../../parts/form/india-time.ts';
import type { DraftOffer } from './combinations.ts';
import type { Draft } from './draft.ts';

/** What decides the GST in a selling price. */
export type Taxation = { hsn: string | null; gstTenths: number };

/** The GST of the product in the form: without a rate, that of a shop with a GSTIN is the default one. */
export function useTaxation({ hsn, gstRate }: Pick<Draft, 'hsn' | 'gstRate'>): Taxation {
  const shop = useQuery(read('GET /site-info')).data;
  const rate = Number(gstRate);
  const byDefault = shop?.issuesTaxInvoices ? defaultGstTenths : 0;
  return {
    hsn: shop?.issuesTaxInvoices ? hsn.trim() || null : null,
    gstTenths: gstRate.trim() && !Number.isNaN(rate) ? toGstTenths(rate) : byDefault,
  };
}

const rateOf = (taxation: Taxation, price: number) =>
  gstTenthsOf(taxation, { paise: toPaise(price), quantity: 1 }, new Date());

/** The margin of the selling price in words, and of the price of the sale; empty without prices and cost. */
export function marginText(offer: DraftOffer, taxation: Taxation): { text: string; isNegative: boolean } {
  const cost = parseRupees(offer.cost);
  const prices = [
    { of: '', price: parseRupees(offer.finalPrice || offer.price) },
    { of: ' in the sale', price: parseRupees(offer.salePrice) },
  ];
  const found = prices.flatMap(({ of, price }) => {
    const margin =
      cost === undefined || price === undefined
        ? null
        : marginOf(toPaise(price), toPaise(cost), rateOf(taxation, price));
    return margin ? [{ of, ...margin }] : [];
  });
  const texts = found.map(({ of, paise, tenths }) => {
    const figures = `${shortRupees(toRupees(Math.abs(paise)))} (${fromTenths(Math.abs(tenths))}%)`;
    return paise < 0 ? `Negative margin${of}: you lose ${figures}` : `Margin${of}: ${figures}`;
  });
  return {
    text: texts.length > 0 ? `${texts.join('. ')}.` : '',
    isNegative: found.some(({ paise }) => paise < 0),
  };
}

/** The margin below the cost price. */
export function Margin({ offer, taxation }: { offer: DraftOffer; taxation: Taxation }) {
  const { text, isNegative } = marginText(offer, taxation);
  return (
    <output aria-live="polite" className={`figures ${isNegative ? 'font-medium text-madder' : ''}`}>
      {text || 'Without GST. Only the back office shows it, with the margin.'}
    </output>
  );
}

/** What a barcode is, or what is wrong with it. */
export function barcodeHint(barcode: string): string {
  const problem = barcodeProblem(barcode);
  if (problem) return `${problem}.`;
  if (barcode.trim() && !gtinOf(barcode))
    return 'A number of your own: search engines and feeds do not get it.';
  return 'GTIN, EAN, UPC or ISBN, as printed below the bars.';
}

/** What a scheduled sale does, in words; empty while it is not complete. */
export function saleText({ salePrice, saleFrom, saleUntil }: DraftOffer): string {
  const price = parseRupees(salePrice);
  const [from, until] = [instantOf(saleFrom), instantOf(saleUntil)];
  if (price === undefined || (!from && !until)) return '';
  const now = Date.now();
  if (until && Date.parse(until) <= now) return 'This sale is over.';
  const end = until ? ` until ${orderDate(until)}` : '';
  return from && Date.parse(from) > now
    ? `Costs ${shortRupees(price)} from ${orderDate(from)}${end}.`
    : `On now: costs ${shortRupees(price)}${end}${until ? ', then the selling price again' : ''}.`;
}
