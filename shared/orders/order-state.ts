import type { Order } from '../contract/orders/orders.ts';

/** Whether something was received for an order: money, or what a free gift card pays. Also if it was refunded since. */
export const isReceived = ({
  paidAmount,
  paymentState,
}: Pick<Order, 'paidAmount' | 'paymentState'>): boolean =>
  paidAmount > 0 || /^(paid|partly_paid|partly_refunded|refunded)$/.test(paymentState);

/**
 * Whether everything that was sent of an order came back to the shop. Its status stays `shipped`, but people read
 * “Returned”.
 */
export const isReturned = ({ status, fulfilmentState }: Pick<Order, 'status' | 'fulfilmentState'>): boolean =>
  status === 'shipped' && fulfilmentState === 'returned';

/** How long the units of an unpaid order are reserved, in minutes (contract §2). */
export const reservationMinutes = 15;
/** The same for an order after which unpaid orders reserve more than half of the units of one of its variants. */
export const scarceReservationMinutes = 8;
/** The part of the time to confirm an order on delivery after which such orders reserve more than half of a variant. */
export const scarceCodShare = 1 / 4;
