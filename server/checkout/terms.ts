import type { PaymentMethod } from '../../shared/contract/checkout.ts';
import type { DeliveryRates } from '../../shared/contract/delivery.ts';
import { chargeFor } from '../../shared/delivery.ts';
import { toPaise, toRupees } from '../../shared/money.ts';
import type { Offers, ShippingOf } from '../discounts/discounts.ts';

/** What differs from the prices of the catalogue: in an order that an admin creates (decision 96), or by discounts. */
export type Terms = {
  /** Prices of units in paise, by variant. */
  prices: ReadonlyMap<string, number>;
  /** The discount for this price of all units, in paise. */
  discountOf: (subtotalPaise: number) => number;
  /** The delivery charge before discounts of it; null while it is not known, which prices the cart without one. */
  shippingOf: ShippingOf | null;
  method: PaymentMethod;
  /** The fee of cash on delivery, which the lines share like the delivery charge. */
  codFeePaise?: number;
  /** The discounts of the shop (decision 106), which an order of an admin does not have. */
  offers?: Offers;
};

/** The prices of the catalogue alone. */
export const catalogueTerms: Terms = {
  ...{ prices: new Map(), discountOf: () => 0, shippingOf: () => 0 },
  method: 'online',
};

/**
 * The prices of the catalogue, reduced by the discounts of the shop, with these rates of delivery (decision 107), which are
 * null while they are not known, and with the fee of cash on delivery if the order is paid so.
 */
export const shopTerms = (
  offers: Offers,
  rates: DeliveryRates | null,
  method: PaymentMethod = 'online',
  feePaise = 0,
): Terms => ({
  ...catalogueTerms,
  ...{ offers, method },
  codFeePaise: method === 'cash_on_delivery' ? feePaise : 0,
  shippingOf: rates && ((reducedPaise) => toPaise(chargeFor(rates, toRupees(reducedPaise)))),
});
