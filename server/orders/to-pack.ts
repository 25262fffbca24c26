import { packingStatuses } from '../../shared/contract/orders/orders.ts';
import type { AdminOrderRow } from './queries/admin-queries.ts';

/** Whether an order is to be packed or on its way. */
export const isToPack = (
  order: Pick<
    AdminOrderRow,
    'status' | 'refundState' | 'deletedAt' | 'isArchived' | 'codState' | 'codNeedsConfirmation'
  >,
): boolean =>
  (packingStatuses.includes(order.status) || isCodToPack(order)) &&
  order.refundState !== 'refunded' &&
  !order.deletedAt &&
  !order.isArchived;

/** Whether an order that is paid on delivery may be packed, although nothing was paid. */
export const isCodToPack = ({
  status,
  codState,
  codNeedsConfirmation,
}: Pick<AdminOrderRow, 'status' | 'codState' | 'codNeedsConfirmation'>): boolean =>
  status === 'pending' && codState !== null && (codState !== 'unconfirmed' || !codNeedsConfirmation);
