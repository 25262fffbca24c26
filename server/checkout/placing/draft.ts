import type { Insertable } from 'kysely';
import type { PaymentMethod } from '../../../shared/contract/orders/checkout.ts';
import type { Settings } from '../../../shared/contract/site-info.ts';
import type { CodProof } from '../../cash-on-delivery/proof.ts';
import type { Orders } from '../../db/schema.ts';
import type { DeliveryOffer } from '../../delivery/delivery.ts';
import type { Buyer } from '../../discounts/discounts.ts';
import type { Cause } from '../../orders/changes.ts';
import type { Reservation } from '../../orders/queries/placement-queries.ts';
import type { Terms } from '../../pricing/terms.ts';
import type { CartItems } from '../../pricing/wanted-lines.ts';
import type { Attempt } from './attempts.ts';
import type { LimitedBuyer } from './reservation-limits.ts';
import type { SaleTerms } from './sale-terms.ts';

/** Columns of an order that neither its price nor its payment decides. */
type DraftColumns = Omit<
  Insertable<Orders>,
  | 'id'
  | 'createdAt'
  | 'updatedAt'
  | 'amountPaise'
  | 'roundingPaise'
  | 'chargedPaise'
  | 'reservationId'
  | 'reservedAt'
  | 'expiresAt'
  | 'paymentOpeningUntil'
  | 'nextCheckAt'
  | 'accessKey'
  | 'provider'
  | 'isTest'
  | 'isGuest'
> & { userId: string | null; email: string; mobile: string };

/** An order that a shopper, or an admin for a customer, wants to place: what, for whom, and how it is paid. */
export type OrderDraft = {
  id: string;
  now: Date;
  settings: Settings;
  /** Who places it, and what its timeline says first. */
  cause: Cause;
  items: CartItems;
  method: PaymentMethod;
  terms: Terms;
  columns: DraftColumns;
  attempt: Attempt | undefined;
  /** In the window of the provider at once, by a link, or in a way that the provider knows nothing of. */
  payment: 'window' | 'link' | 'elsewhere';
  /** For so long its units are reserved, in minutes; less if it then leaves few units, if `scarceMinutes` is set. */
  reservation: { minutes: number; scarceMinutes?: number; continues?: Reservation };
  /** The totals that were shown, in paise; `changed`: what is said if the first one is another one now. */
  shown: { amountPaise?: number; duePaise?: number; changed?: string };
  shopper?: DraftOfShopper;
  /** The prices that an admin has set. */
  sale?: SaleTerms;
};

/** What only an order has that a shopper places. */
export type DraftOfShopper = {
  /** Whose use of discounts is counted. */
  customer: Buyer;
  discountCode: string | undefined;
  giftCardCode: string | undefined;
  delivery: DeliveryOffer | null;
  /** Whose reservations are counted; undefined while limits are off. */
  limited: LimitedBuyer | undefined;
  codProof: CodProof;
};
