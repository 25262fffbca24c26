import type { Database, Trx } from '../db/database.ts';

/** What was captured of an order less what was refunded, in paise. */
export async function getBalancePaise(trx: Trx, orderId: string): Promise<number> {
  const { balance } = await trx
    .selectFrom('ledgerEntries')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('amountPaise'), eb.lit(0)).as('balance'))
    .where('orderId', '=', orderId)
    .executeTakeFirstOrThrow();
  return Number(balance);
}

/** Records a captured payment, once. */
export async function insertCaptureEntry(
  trx: Trx,
  payment: { id: string; orderId: string; amountPaise: number },
  reason: string,
  by: string,
): Promise<void> {
  await trx
    .insertInto('ledgerEntries')
    .values({
      orderId: payment.orderId,
      paymentId: payment.id,
      amountPaise: payment.amountPaise,
      reason,
      byLabel: by,
    })
    .onConflict((oc) => oc.column('paymentId').where('refundId', 'is', null).doNothing())
    .execute();
}

/** Records a refund that was paid out, once. */
export async function insertRefundEntry(
  trx: Trx,
  refund: { id: string; orderId: string; paymentId: string; amountPaise: number; reason: string },
  by: string,
): Promise<void> {
  await trx
    .insertInto('ledgerEntries')
    .values({
      orderId: refund.orderId,
      paymentId: refund.paymentId,
      refundId: refund.id,
      amountPaise: -refund.amountPaise,
      reason: refund.reason,
      byLabel: by,
    })
    .onConflict((oc) => oc.column('refundId').doNothing())
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
