import type { MatchingCustomers } from '../../shared/contract/accounts/customers.ts';
import { csvLine } from '../../shared/csv.ts';
import { toRupees } from '../../shared/money.ts';
import { minuteInIndia } from '../../shared/orders/order-date.ts';
import { recordAudit } from '../db/audit-log.ts';
import { transaction } from '../db/database.ts';
import { countsTestOrders } from '../db/test-orders.ts';
import type { Admin, Deps } from '../deps.ts';
import { type CustomerRow, listNextCustomers } from './queries.ts';

const atOnce = 500;

const columns = [
  'Name',
  'Email',
  'Mobile',
  'Account',
  'Customer since (India)',
  'Orders',
  'Spent',
  'Last order (India)',
  'Tags',
  'Customer ID',
  'Orders at the former shop',
  'Spent at the former shop',
  'Offers by mail',
  'Offers by text',
];

/** Exports all matching customers as CSV, newest first, in chunks. Amounts in rupees, net of refunds. */
export async function* exportCustomers(
  deps: Deps,
  admin: Admin,
  query: MatchingCustomers,
): AsyncGenerator<string> {
  const { db } = deps;
  const note = { action: 'customer.export', subject: '', detail: { filter: query } };
  await transaction(db, (trx) => recordAudit(trx, admin, note));
  const withTests = await countsTestOrders(deps);
  // The byte order mark makes spreadsheets read UTF-8.
  let header = `\ufeff${csvLine(columns)}`;
  let last: CustomerRow | undefined;
  do {
    const rows = await listNextCustomers(db, query, { after: last?.id, limit: atOnce, withTests });
    last = rows.at(-1);
    yield header + rows.map(lineOf).join('');
    header = '';
  } while (last);
}

const lineOf = (row: CustomerRow): string =>
  csvLine([
    row.name,
    row.email,
    row.mobile,
    row.userId ? 'yes' : 'guest',
    dayInIndia(row.createdAt),
    row.orders,
    toRupees(row.spentPaise),
    row.lastOrderAt ? dayInIndia(row.lastOrderAt) : '',
    row.tags.join('; '),
    row.id,
    row.formerOrders,
    toRupees(row.formerPaise),
    row.acceptsMail ? 'yes' : 'no',
    row.acceptsTexts ? 'yes' : 'no',
  ]);

const dayInIndia = (date: Date) => minuteInIndia(date).slice(0, 10);
