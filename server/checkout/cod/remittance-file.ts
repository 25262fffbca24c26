import { parseRupees, toPaise } from '../../../shared/money.ts';
import { readTable } from '../../csv/table.ts';

/**
 * A line of the list of a courier. `amountPaise` and `day` (ISO 8601) are null if they can't be read; `day` also if it
 * is empty.
 */
export type RemittanceLine = {
  line: number;
  /** The last six characters of the order's id, in lower case; empty if the line has none. */
  order: string;
  trackingNumber: string;
  amountPaise: number | null;
  day: string | null;
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
    const rupees = parseRupees(get(amount).replace(/^(₹|rs\.?|inr)\s*/i, ''));
    return {
      line,
      order: /^#?([0-9a-f]{6})$/i.exec(order ? get(order) : '')?.[1]?.toLowerCase() ?? '',
      trackingNumber: tracking ? get(tracking) : '',
      amountPaise: rupees === undefined ? null : toPaise(rupees),
      day: date ? dayOf(get(date)) : null,
    };
  });
}

/** `2026-11-21`, `21-11-2026` or `21/11/2026`, with or without a time, as ISO 8601. */
function dayOf(text: string): string | null {
  const iso = /^(\d{4})-(\d{2})-(\d{2})/.exec(text);
  const indian = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})/.exec(text);
  const [year, month, day] = iso ? iso.slice(1) : indian ? indian.slice(1).reverse() : [];
  if (!year || !month || !day) return null;
  const found = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  const isReal = found.getUTCMonth() === Number(month) - 1;
  return isReal ? found.toISOString().slice(0, 10) : null;
}
