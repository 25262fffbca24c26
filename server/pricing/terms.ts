import type { PaymentMethod } from '../../shared/contract/orders/checkout.ts';
import type { DeliveryCharges } from '../../shared/contract/orders/delivery.ts';
import { toPaise, toRupees } from '../../shared/money.ts';
import { chargeFor } from '../../shared/orders/delivery.ts';
import type { Offers } from '../discounts/discounts.ts';

/**
 * What differs from the prices of the catalogue: for an account, in an order that an admin creates (decision 102), or by
 * discounts.
 */
export type Terms = {
  /** The account whose price lists count; null for a guest. */
  userId: string | null;
  /** Prices of units in paise, by variant. */
  prices: ReadonlyMap<string, number>;
  /** The discount for this price of all units, in paise. */
  discountOf: (subtotalPaise: number) => number;
  /**
   * The delivery charge, before discounts of it, for what the products cost after discounts, in paise, and weigh; null
   * while it is not known, which prices the cart without one.
   */
  shippingOf: ((reducedPaise: number, grams: number) => number) | null;
  method: PaymentMethod;
  /** The fee of cash on delivery, which the lines share like the delivery charge. */
  codFeePaise?: number;
  /** The discounts of the shop (decision 106), which an order of an admin does not have. */
  offers?: Offers | undefined;
};

/** Of what is not shipped. */
export const noCharges: DeliveryCharges = { rates: [], ratesBy: 'total', freeFrom: null };

/** The prices of the catalogue alone. */
export const catalogueTerms: Terms = {
  userId: null,
  prices: new Map(),
  discountOf: () => 0,
  shippingOf: () => 0,
  method: 'online',
};

/**
 * The prices of the catalogue, or of the price lists of an account, with these charges of delivery (contract §10), which
 * are null while they are not known, and with the fee of cash on delivery if the order is paid so.
 */
export const shopTerms = (
  userId: string | null,
  charges: DeliveryCharges | null,
  method: PaymentMethod = 'online',
  feePaise = 0,
): Terms => ({
  ...catalogueTerms,
  userId,
  method,
  codFeePaise: method === 'cash_on_delivery' ? feePaise : 0,
  shippingOf:
    charges &&
    ((reducedPaise, grams) => toPaise(chargeFor(charges, { total: toRupees(reducedPaise), grams }))),
});
