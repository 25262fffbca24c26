import { z } from 'zod';
import type { AttentionItem, AttentionQuery } from '../../shared/contract/attention.ts';
import { toRupees } from '../../shared/money.ts';
import { orderNumber } from '../../shared/orders/order-number.ts';
import type { Database } from '../db/database.ts';
import { type AlertKind, type Presentation, presentations } from './kinds.ts';
import { type AlertRow, listAlertRows } from './queries.ts';

export { type ConditionKind, conditionKinds, presentations } from './kinds.ts';
export {
  type AlertRow,
  beginCondition,
  countOpenAlerts,
  deleteAlerts,
  endAlert,
  endConditions,
  findAlert,
  listOpenAlerts,
  raiseAlert,
  resolveAlert,
} from './queries.ts';

/** One page of the open or the resolved alerts, newest first, and how many there are. */
export async function listAlerts(db: Database, query: AttentionQuery) {
  const { rows, total } = await listAlertRows(db, query);
  return { items: rows.map(presentAlert), total };
}

/** What is shown of the details of every kind. */
const shownDetail = z
  .object({
    amountPaise: z.number(),
    paidPaise: z.number(),
    currency: z.string(),
    payment: z.string().nullable(),
    error: z.string(),
    found: z.string(),
    products: z.number(),
  })
  .partial()
  .catch({});

/** An alert as the back office shows it. */
export function presentAlert(row: AlertRow): AttentionItem {
  const { title, explanation, remedies, page }: Presentation = isAlertKind(row.kind)
    ? presentations[row.kind]
    : { title: 'Something needs attention', explanation: '', remedies: ['dismiss'] };
  const {
    amountPaise,
    paidPaise = amountPaise,
    currency = 'INR',
    payment,
    error,
    found,
    products,
  } = shownDetail.parse(row.detail);
  const inOtherCurrency =
    currency !== 'INR' && `The payment is in ${currency}: the provider’s dashboard shows its amount.`;
  const ofProducts =
    products &&
    `${products === 1 ? '1 product is' : `${products} products are`} for sale without one of them.`;
  return {
    _id: row.id,
    kind: row.kind,
    title,
    explanation: [ofProducts, explanation, inOtherCurrency, error, found].filter(Boolean).join(' '),
    order_id: row.orderId,
    order_number: row.orderId && orderNumber(row.orderId),
    amount: paidPaise === undefined || inOtherCurrency ? null : toRupees(paidPaise),
    reference: payment ?? row.subject,
    createdAt: row.createdAt.toISOString(),
    resolvedAt: row.resolvedAt?.toISOString() ?? null,
    remedies: row.resolvedAt ? [] : remedies,
    page: (!row.resolvedAt && page) || null,
  };
}

const isAlertKind = (kind: string): kind is AlertKind => Object.hasOwn(presentations, kind);
