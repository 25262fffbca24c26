import type { CreateOrderRequest } from '../../shared/contract/checkout.ts';
import type { Settings } from '../../shared/contract/site-info.ts';
import type { OrderDelivery } from '../db/tables.ts';
import type { DeliveryOffer } from '../delivery/delivery.ts';

/**
 * What the buyer adds to the order. Without a GSTIN of the shop there is no tax invoice for a business (decision 143).
 */
export function extrasOf(request: CreateOrderRequest, settings: Settings, now: Date) {
  const { note, giftMessage, businessName, gstin, whatsappConsent } = request;
  const isBusiness = settings.gstin !== '';
  const agrees = settings.asksForWhatsapp && whatsappConsent !== undefined;
  return {
    buyerNote: note,
    giftMessage: settings.offersGiftMessage ? giftMessage : '',
    ...(isBusiness && { businessName, gstin }),
    ...(agrees && { whatsappConsent, whatsappConsentAt: now }),
  };
}

/** What the order stores of its delivery. */
export const deliveryOf = ({ zone, from, by }: DeliveryOffer) =>
  JSON.stringify({ zone, from, by } satisfies OrderDelivery);
