import type { MatchingOrders } from '../../shared/contract/orders/orders.ts';
import { csvLine } from '../../shared/csv.ts';
import { toRupees } from '../../shared/money.ts';
import { minuteInIndia } from '../../shared/orders/order-date.ts';
import { orderNumber } from '../../shared/orders/order-number.ts';
import { recordAudit } from '../db/audit-log.ts';
import { transaction } from '../db/database.ts';
import type { Admin, Deps } from '../deps.ts';
import { trackingOf } from './present-shipments.ts';
import { type ExportRow, listNextOrders } from './queries/admin-queries.ts';

const atOnce = 100;

const columns = [
  'Order',
  'Date (India)',
  'Status',
  'Name',
  'Email',
  'Mobile',
  'Bought as',
  'Units',
  'Items',
  'Amount',
  'Paid',
  'Refunded',
  'Net payment',
  'By gift card',
  'Free gift card',
  'Payment',
  'Invoice',
  'Deliver to',
  'Address',
  'City',
  'State',
  'PIN code',
  'Courier',
  'Tracking number',
  'Test',
  'Order ID',
];

const addressParts = ['name', 'address', 'city', 'state', 'postalCode'] as const;

/** Exports all matching orders as CSV, newest first, in chunks. Amounts in rupees. */
export async function* exportOrders(
  { db }: Pick<Deps, 'db'>,
  admin: Admin,
  query: MatchingOrders,
): AsyncGenerator<string> {
  const note = { action: 'order.export', subject: '', detail: { filter: query } };
  await transaction(db, (trx) => recordAudit(trx, admin, note));
  // The byte order mark makes spreadsheets read UTF-8.
  let header = `\ufeff${csvLine(columns)}`;
  let last: ExportRow | undefined;
  do {
    const rows = await listNextOrders(db, query, last, atOnce);
    last = rows.at(-1);
    yield header + rows.map(lineOf).join('');
    header = '';
  } while (last);
}

/** The status, or that everything came back. */
function standingOf({ status, shipments }: ExportRow): string {
  const sent = shipments.filter(({ state }) => state !== 'cancelled');
  const isBack = sent.length > 0 && sent.every(({ state }) => state === 'returned');
  return status === 'shipped' && isBack ? 'returned' : status;
}

function lineOf(row: ExportRow): string {
  const items = row.items.map(
    ({ quantity, name, variantLabel }) => `${quantity} × ${name}${variantLabel && ` (${variantLabel})`}`,
  );
  const { courier, trackingNumber } = trackingOf(row.shipments);
  const money = [
    row.amountPaise,
    row.paidPaise,
    row.refundedPaise,
    row.paidPaise - row.refundedPaise,
    row.giftCard?.amountPaise ?? 0,
    row.giftCard?.isFree ? row.giftCard.amountPaise : 0,
  ];
  return csvLine([
    // With #, spreadsheets do not read 12E456 as a number; the minute they read as a date.
    `#${orderNumber(row.id)}`,
    minuteInIndia(row.createdAt),
    standingOf(row),
    row.name,
    row.email,
    row.mobile,
    row.isGuest ? 'guest' : 'account',
    row.items.reduce((sum, { quantity }) => sum + quantity, 0),
    items.join('; '),
    ...money.map(toRupees),
    row.paymentId ?? '',
    row.invoice ?? '',
    ...addressParts.map((part) => row.shipping?.[part] ?? ''),
    courier,
    trackingNumber,
    row.isTest ? 'yes' : '',
    row.id,
  ]);
}
