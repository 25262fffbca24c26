import type { CreateOrderRequest } from '../../shared/contract/orders/checkout.ts';
import type { Settings } from '../../shared/contract/site-info.ts';
import type { OrderDelivery } from '../db/tables.ts';
import type { DeliveryOffer } from '../delivery/delivery.ts';

/**
 * What the buyer adds to the order. Without a GSTIN of the shop there is no tax invoice for a business (contract §3.1).
 */
export function extrasOf(request: CreateOrderRequest, settings: Settings, now: Date) {
  const { note, giftMessage, whatsappConsent } = request;
  const agrees = settings.asksForWhatsapp && whatsappConsent !== undefined;
  return {
    buyerNote: note,
    giftMessage: settings.offersGiftMessage ? giftMessage : '',
    ...businessOf(request, settings),
    ...(agrees && { whatsappConsent, whatsappConsentAt: now }),
  };
}

/** The business that buys, as the order stores it: a shop without a GSTIN issues no tax invoices. */
export const businessOf = (
  { businessName, gstin, isSez }: Pick<CreateOrderRequest, 'businessName' | 'gstin' | 'isSez'>,
  settings: Pick<Settings, 'gstin'>,
) => (settings.gstin ? { businessName, gstin, isSez } : {});

/** What the order stores of its delivery. */
export const deliveryOf = ({ zone, from, by }: DeliveryOffer) =>
  JSON.stringify({ zone, from, by } satisfies OrderDelivery);
