import type { FormerPlace } from '../../shared/contract/moves.ts';
import type { Row } from '../csv/table.ts';
import { cellOf, emailOf, joined, mobileOf, momentOf, paiseOf } from './cells.ts';
import { leftOut, type OrderLine, type OrderRecord, type ReadRecord } from './records.ts';

/** The number by which rows of one order belong together. */
export const shopifyOrderNumber = (row: Row): string => cellOf(row, 'Name');

/** An order whose rows follow each other in a Shopify file. The first has the fields of the order, each has a line. */
export function readShopifyOrder(rows: Row[]): ReadRecord[] {
  const [first] = rows;
  if (!first) return [];
  const number = shopifyOrderNumber(first);
  if (!number) return [leftOut(first.line, '', 'The order has no number')];
  // Sorted by a spreadsheet, the first row of an order need not come first.
  const head = rows.find((row) => cellOf(row, 'Total') || cellOf(row, 'Financial Status'));
  const lines = rows.flatMap((row) => shopifyLine(row));
  if (!head)
    return [
      { line: first.line, key: number, label: number, data: { lines }, reason: '', isContinuation: true },
    ];
  return [shopifyOrder(head, number, lines)];
}

function shopifyOrder(head: Row, number: string, lines: OrderLine[]): ReadRecord {
  const cell = (...columns: string[]) => cellOf(head, ...columns);
  const amounts = readAmounts({
    total: cell('Total'),
    refunded: cell('Refunded Amount'),
    subtotal: cell('Subtotal'),
    shipping: cell('Shipping'),
    tax: cell('Taxes'),
    discount: cell('Discount Amount'),
    due: cell('Outstanding Balance'),
  });
  const [placedAt, currency] = [momentOf(cell('Created at')), cell('Currency')];
  const problem = problemOf(amounts, placedAt, cell('Created at'), currency);
  if (problem || !placedAt || 'problem' in amounts)
    return leftOut(head.line, number, problem ?? '', {
      paise: isRupees(currency) ? paiseOf(cell('Total')) : undefined,
      placedAt,
    });
  const [billing, shipping] = [shopifyPlace(head, 'Billing'), shopifyPlace(head, 'Shipping')];
  const status = statusOf(cell('Financial Status'));
  const record: OrderRecord = {
    number,
    placedAt,
    name: billing?.name || shipping?.name || '',
    email: emailOf(cell('Email')),
    mobile: firstMobile(cell('Phone'), billing?.phone, shipping?.phone),
    paymentStatus: status,
    fulfilmentStatus: statusOf(cell('Fulfillment Status')),
    cancelledAt: momentOf(cell('Cancelled at')) ?? null,
    totalPaise: amounts.total,
    refundedPaise: amounts.refunded,
    netPaise: shopifyNet(status, amounts),
    details: {
      subtotalPaise: amounts.subtotal,
      shippingPaise: amounts.shipping,
      taxPaise: amounts.tax,
      discountPaise: amounts.discount,
      discountCode: cell('Discount Code'),
      paymentMethod: cell('Payment Method'),
      paymentReference: cell('Payment Reference'),
      shippingMethod: cell('Shipping Method'),
      sourceId: cell('Id'),
      note: [cell('Notes'), cell('Note Attributes')].filter(Boolean).join('\n'),
      tags: cell('Tags'),
      billing,
      shipping,
      lines,
    },
  };
  return recordOf(head.line, record);
}

function shopifyLine(row: Row): OrderLine[] {
  const name = cellOf(row, 'Lineitem name');
  const quantity = Number(cellOf(row, 'Lineitem quantity') || 1);
  if (!name) return [];
  return [
    {
      name,
      sku: cellOf(row, 'Lineitem sku'),
      quantity: Number.isFinite(quantity) ? quantity : 1,
      pricePaise: paiseOf(cellOf(row, 'Lineitem price')) ?? 0,
      discountPaise: paiseOf(cellOf(row, 'Lineitem discount')) ?? 0,
      status: statusOf(cellOf(row, 'Lineitem fulfillment status')),
    },
  ];
}

function shopifyPlace(row: Row, kind: 'Billing' | 'Shipping'): FormerPlace | null {
  const cell = (column: string) => joined([cellOf(row, `${kind} ${column}`)]);
  const place = {
    name: cell('Name'),
    company: cell('Company'),
    address: joined([cell('Address1') || cell('Street'), cell('Address2')], ', '),
    city: cell('City'),
    state: cell('Province Name') || cell('Province'),
    postalCode: cell('Zip'),
    country: cell('Country'),
    phone: cell('Phone'),
  };
  return Object.values(place).some(Boolean) ? place : null;
}

/** What was received for an order of Shopify, less refunds. */
function shopifyNet(status: string, { total, refunded, due }: Amounts): number {
  if (status === 'refunded') return 0;
  if (status === 'partially_paid') return total - due - refunded;
  return ['paid', 'partially_refunded'].includes(status) ? total - refunded : 0;
}

/** A status in lower case, with underscores, and without the prefix of WooCommerce. */
export const statusOf = (cell: string): string =>
  cell
    .toLowerCase()
    .replace(/^wc-/, '')
    .replace(/[\s-]+/g, '_')
    .slice(0, 60);

export const firstMobile = (...cells: (string | undefined)[]): string =>
  cells.map((cell) => mobileOf(cell ?? '')).find(Boolean) ?? '';

type AmountName = 'total' | 'refunded' | 'subtotal' | 'shipping' | 'tax' | 'discount' | 'due';
type Amounts = Record<AmountName, number>;

/** The amounts of an order in paise, or why one can't be read. */
export function readAmounts(cells: Record<AmountName, string>): Amounts | { problem: string } {
  const read = (name: AmountName) => paiseOf(cells[name]);
  const names = ['total', 'refunded', 'subtotal', 'shipping', 'tax', 'discount', 'due'] as const;
  const wrong = cells.total ? names.find((name) => read(name) === undefined) : 'total';
  if (wrong) return { problem: `The ${words[wrong]} “${cells[wrong].slice(0, 30)}” can’t be read` };
  if ((read('total') ?? 0) < 0) return { problem: `The total “${cells.total.slice(0, 30)}” is negative` };
  const value = (name: AmountName) => read(name) ?? 0;
  return {
    total: value('total'),
    refunded: Math.abs(value('refunded')),
    subtotal: value('subtotal'),
    shipping: value('shipping'),
    tax: value('tax'),
    discount: Math.abs(value('discount')),
    due: value('due'),
  };
}
const words: Record<AmountName, string> = {
  total: 'total',
  refunded: 'refunded amount',
  subtotal: 'subtotal',
  shipping: 'delivery charge',
  tax: 'tax',
  discount: 'discount',
  due: 'outstanding balance',
};

const isRupees = (currency: string) => !currency || /^(inr|₹|rs\.?)$/i.test(currency);

/** Why an order can't be imported. */
export function problemOf(
  amounts: Amounts | { problem: string },
  placedAt: string | undefined,
  date: string,
  currency: string,
): string | undefined {
  if (!isRupees(currency)) return `Its amounts are in ${currency.slice(0, 10)}, not in rupees`;
  if ('problem' in amounts) return amounts.problem;
  return placedAt
    ? undefined
    : `The date “${date.slice(0, 40)}” can’t be read: write it like 2026-11-29 18:30`;
}

/** An order as it is stored until it is imported. */
export const recordOf = (line: number, record: OrderRecord): ReadRecord => ({
  line,
  key: record.number,
  label: record.number,
  data: record,
  reason: '',
  paise: record.totalPaise,
  placedAt: record.placedAt,
});
