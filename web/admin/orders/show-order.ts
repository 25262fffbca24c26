import type { AdminOrder } from '../../../shared/contract/orders/orders.ts';
import { ApiError } from '../../api.ts';
import { invalidate, updateCached, withItem } from '../parts/data.ts';

/** Shows an order as it is now, wherever it is on the screen. */
export function showOrder(order: AdminOrder): void {
  updateCached('GET /order/admin', (list) => ({ ...list, items: withItem(list.items, order) }));
  updateCached('GET /order/admin/:id', (cached) => (cached._id === order._id ? order : cached));
}

/** The same after a change made here, which also changes lists and figures. */
export function orderChanged(order: AdminOrder): void {
  showOrder(order);
  void invalidate('GET /order/admin', 'GET /order/admin/stats');
}

/** An error message, followed by the reason that the server gave, if it gave one. */
export const withReason = (message: string, error: unknown): string =>
  error instanceof ApiError && error.status < 500 ? `${message} ${error.message}` : message;
