import type { Insertable } from 'kysely';
import type { Database, Trx } from '../../db/database.ts';
import type { LedgerEntries } from '../../db/schema.ts';

/** What was captured of an order less what was refunded, in paise. */
export async function getBalancePaise(trx: Trx, orderId: string): Promise<number> {
  const { balance } = await trx
    .selectFrom('ledgerEntries')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('amountPaise'), eb.lit(0)).as('balance'))
    .where('orderId', '=', orderId)
    .executeTakeFirstOrThrow();
  return Number(balance);
}

type Entry = Pick<Insertable<LedgerEntries>, 'orderId' | 'paymentId' | 'amountPaise' | 'reason'>;

/** Records an offline payment. */
export const insertOfflineEntry = (
  trx: Trx,
  { id, orderId, amountPaise }: { id: string; orderId: string; amountPaise: number },
  by: string,
): Promise<void> =>
  insertEntry(trx, { orderId, paymentId: id, amountPaise, reason: 'Offline payment', byLabel: by });

/** Records a refund that was paid out, once. */
export const insertRefundEntry = (
  trx: Trx,
  { id, orderId, paymentId, amountPaise, reason }: Entry & { id: string },
  by: string,
): Promise<void> =>
  insertEntry(trx, { orderId, paymentId, amountPaise: -amountPaise, reason, byLabel: by, refundId: id });

async function insertEntry(trx: Trx, entry: Insertable<LedgerEntries>): Promise<void> {
  await trx
    .insertInto('ledgerEntries')
    .values(entry)
    .onConflict((oc) => oc.doNothing())
    .execute();
}

/** The sum of the refunds at the provider that the shop knows of a payment, paid out or pending, in paise. */
export async function getKnownRefundsPaise(db: Database, providerPaymentId: string): Promise<number> {
  const { sum } = await db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.paymentId')
    .select((eb) => eb.fn.sum<number | null>('refunds.amountPaise').as('sum'))
    .where('payments.providerPaymentId', '=', providerPaymentId)
    .where('refunds.providerRefundId', 'is not', null)
    .where('refunds.status', '!=', 'failed')
    .executeTakeFirstOrThrow();
  return Number(sum ?? 0);
}
