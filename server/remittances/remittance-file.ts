import { readIdentifier } from '../../shared/identifiers.ts';
import { toPaise } from '../../shared/money.ts';
import { readAmount } from '../../shared/read-amount.ts';
import { readDate } from '../csv/dates.ts';
import { readTable } from '../csv/table.ts';

/** A line of the list of a courier. `amountPaise` and `day` (ISO 8601) are null if they are empty or can't be read. */
export type RemittanceLine = {
  line: number;
  /** The last six characters of the order's id, in lower case; empty if the line has none. */
  order: string;
  /** Empty if the line has none, or a spreadsheet has shortened it. */
  trackingNumber: string;
  amountPaise: number | null;
  day: string | null;
  /** Why the numbers, and the date, can't be read; empty if they can. */
  numberProblem: string;
  dateProblem: string;
};

const names = {
  order: ['order number', 'order id', 'order_id', 'order no', 'order', 'reference number', 'reference'],
  tracking: [
    'tracking number',
    'awb',
    'awb number',
    'awb no',
    'awb code',
    'waybill',
    'article number',
    'tracking',
  ],
  amount: [
    'amount',
    'cod amount',
    'cod_amount',
    'cod',
    'remitted amount',
    'collected amount',
    'amount collected',
  ],
  date: ['date', 'remittance date', 'remitted on', 'delivery date', 'delivered date', 'paid on'],
};

/** The lines of a CSV file with what a courier has collected. 400 with the reason if it can't be read. */
export function readRemittanceFile(bytes: Uint8Array): RemittanceLine[] {
  const { format, rows } = readTable(
    bytes,
    (has) => {
      const [order, tracking, amount, date] = [names.order, names.tracking, names.amount, names.date].map(
        (some) => some.find(has),
      );
      return amount && (order || tracking) ? { order, tracking, amount, date } : undefined;
    },
    {
      kind: 'a list of remittances',
      columns: 'it needs “Tracking number” or “Order number”, and “Amount”',
    },
  );
  const { order, tracking, amount, date } = format;
  return rows.map(({ line, get }) => {
    const rupees = readAmount(get(amount));
    const orderNumber = readIdentifier(order ? get(order) : '', 'order number');
    const trackingNumber = readIdentifier(tracking ? get(tracking) : '', 'tracking number');
    const dateCell = date ? get(date) : '';
    const day = readDate(dateCell)?.day ?? null;
    return {
      line,
      order: orderNumber.value?.toLowerCase() ?? '',
      trackingNumber: trackingNumber.value ?? '',
      amountPaise: rupees === undefined ? null : toPaise(rupees),
      day,
      numberProblem: trackingNumber.problem ?? orderNumber.problem ?? '',
      dateProblem: dateCell && !day ? `The date “${dateCell.slice(0, 40)}” can’t be read` : '',
    };
  });
}
