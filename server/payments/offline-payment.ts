import { manualMethods, type OfflinePayment } from '../../shared/contract/orders/manual-orders.ts';
import { shortRupees, toRupees } from '../../shared/money.ts';
import type { Trx } from '../db/database.ts';
import type { Deps, NamedAdmin } from '../deps.ts';
import { insertOfflinePayment } from '../ledger/queries/payment-queries.ts';

/**
 * Stores money that the admin has received for an order, in paise. Returns how it was paid, and a note for the
 * timeline.
 */
export async function insertPayment(
  { clock }: Deps,
  trx: Trx,
  admin: NamedAdmin,
  { id: orderId, amountPaise }: { id: string; amountPaise: number },
  { payment, isPrimary }: { payment: OfflinePayment; isPrimary: boolean },
): Promise<{ how: string; note: string }> {
  const { method } = payment;
  const reference = 'reference' in payment ? payment.reference : '';
  await insertOfflinePayment(
    trx,
    { orderId, amountPaise, isPrimary, method, note: reference, byUser: admin.userId },
    { now: clock.now(), by: admin.name },
  );
  const how = [manualMethods[method], reference].filter(Boolean).join(', ');
  return { how, note: `Payment of ${shortRupees(toRupees(amountPaise))} recorded: ${how}` };
}
