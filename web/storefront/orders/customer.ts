import type { Order } from '../../../shared/contract/orders/orders.ts';

/** Who placed an order: the details of the guest or of the account. */
export function customerOf({ guest_details, user_id }: Order) {
  return guest_details ?? (user_id && { ...user_id, mobile: user_id.phone });
}
