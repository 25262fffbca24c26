import { normaliseEmail, normaliseMobile } from '../../../shared/contact/contact-rules.ts';
import { normaliseGstin } from '../../../shared/gstin.ts';
import { toPaise } from '../../../shared/money.ts';
import type { CartLine } from '../../../shared/orders/cart.ts';
import { whatsappVersion } from '../../../shared/orders/order-extras.ts';
import { compactText } from '../../../shared/text/plain-text.ts';
import type { Quote } from '../cart/use-quote.ts';
import type { CheckoutDetails } from './saved-details.ts';

export type OrderRequest = ReturnType<typeof orderRequest> & {
  mobile_proof?: string;
  confirms_state?: boolean;
};

/** The payment order request of spec §3. With `amount`, in paise, the server detects changed prices. */
export function orderRequest(
  lines: CartLine[],
  details: CheckoutDetails,
  asksForAddress: boolean,
  { total, code, giftCard, advance }: Pick<Quote, 'total' | 'code' | 'giftCard' | 'advance'>,
  agreesToWhatsapp: boolean,
) {
  const altMobile = normaliseMobile(details.altMobile);
  const address = {
    name: details.name.trim(),
    address: details.address.trim(),
    city: details.city.trim(),
    state: details.state,
    postalCode: compactText(details.postalCode),
    country: 'India',
  };
  return {
    name: address.name || 'Guest',
    // An account may lack one of them; guests must give both.
    email: normaliseEmail(details.email) || undefined,
    mobile: normaliseMobile(details.mobile) || undefined,
    ...(altMobile && { altMobile }),
    amount: toPaise(total),
    discount_code: code || undefined,
    ...(giftCard && { gift_card_code: giftCard.code, due: toPaise(giftCard.due) }),
    ...(advance > 0 && { due: toPaise(advance) }),
    currency: 'INR' as const,
    cart_items: lines.map((line) => ({
      product_id: line._id,
      variant_id: line.variantId,
      title: line.name,
      price: line.price,
      quantity: line.quantity,
      image: line.image,
      recipient: line.recipient,
    })),
    shipping_details: asksForAddress && !details.pickupPoint ? address : null,
    pickupPoint: details.pickupPoint || undefined,
    note: details.note.trim(),
    giftMessage: details.giftMessage.trim(),
    businessName: details.businessName.trim(),
    gstin: normaliseGstin(details.gstin),
    isSez: details.isSez,
    ...(agreesToWhatsapp && { whatsappConsent: whatsappVersion }),
  };
}
