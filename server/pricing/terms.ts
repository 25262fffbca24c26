import type { PaymentMethod } from '../../shared/contract/orders/checkout.ts';
import type { DeliveryCharges } from '../../shared/contract/orders/delivery.ts';
import type { Offers } from '../discounts/offers.ts';

/**
 * What decides the price of a cart besides the catalogue: the buyer, how it is paid and delivered, and what an admin has
 * set in an order for a customer (decision 102).
 */
export type Terms = {
  now: Date;
  /** The account whose price lists count; null for a guest. */
  userId: string | null;
  /** Prices of units that an admin has set, in paise, by variant. */
  prices: ReadonlyMap<string, number>;
  /** What an admin takes off the price of all units. */
  reduction: { percentTenths: number } | { paise: number } | null;
  /** The discounts of the shop (decision 106), which an order of an admin does not have. */
  offers: Offers;
  /** The delivery charge, or the rates by which it is found; null while they are not known, which charges nothing. */
  delivery: DeliveryCharges | { paise: number } | null;
  method: PaymentMethod;
  /** The fee of cash on delivery, 0 for an order that is paid online. */
  codFeePaise: number;
};

/** The charges for an order that is not shipped. */
export const noCharges: DeliveryCharges = { rates: [], ratesBy: 'total', freeFrom: null };

/** The terms on which the shop sells to an account, or to a guest. */
export const shopTerms = (
  terms: Pick<Terms, 'now' | 'userId' | 'delivery'> &
    Partial<Pick<Terms, 'method' | 'codFeePaise' | 'offers'>>,
): Terms => ({
  prices: new Map(),
  reduction: null,
  method: 'online',
  codFeePaise: 0,
  offers: { discounts: [] },
  ...terms,
});
