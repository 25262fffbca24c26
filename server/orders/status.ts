import type { OrderStatus } from '../../shared/contract/orders.ts';

/**
 * The moves that the shop makes by itself. An owner may set any status (contract §3); money never follows
 * from a status, only from payment rows.
 */
const moves: Record<OrderStatus, OrderStatus[]> = {
  pending: ['paid', 'failed', 'cancelled'],
  failed: ['paid'],
  cancelled: ['paid'],
  paid: [],
  processing: [],
  shipped: [],
  delivered: [],
};

/** Whether the shop itself may move an order so: late money revives what failed, nothing moves back. */
export const mayMove = (from: OrderStatus, to: OrderStatus): boolean => moves[from].includes(to);
