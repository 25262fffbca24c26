import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * Whether the checkout handed back a signature that only the provider can have made (razorpay §6).
 * `orderId` must come from our own row. It proves that the payment was authorised, not that it was captured.
 */
export function checkoutSignatureOk(
  secret: string,
  orderId: string,
  paymentId: string,
  given: unknown,
): boolean {
  return hmacOk(secret, `${orderId}|${paymentId}`, given);
}

/**
 * Whether a webhook's raw bytes were signed with one of `secrets`: the current one and, while it is being
 * changed, the one before it. Without a secret nothing is accepted.
 */
export function webhookSignatureOk(secrets: string[], raw: Buffer, given: unknown): boolean {
  return secrets.filter((secret) => hmacOk(secret, raw, given)).length > 0;
}

/** What the provider's checkout gives to the page after a payment. */
export function signCheckout(secret: string, orderId: string, paymentId: string): string {
  return sign(secret, `${orderId}|${paymentId}`).toString('hex');
}

/** What stands in the `X-Razorpay-Signature` header of a webhook. */
export function signWebhook(secret: string, raw: string | Buffer): string {
  return sign(secret, raw).toString('hex');
}

function hmacOk(secret: string, message: string | Buffer, given: unknown): boolean {
  if (!secret || typeof given !== 'string' || !/^[0-9a-f]{64}$/.test(given)) return false;
  return timingSafeEqual(sign(secret, message), Buffer.from(given, 'hex'));
}

function sign(secret: string, message: string | Buffer): Buffer {
  return createHmac('sha256', secret).update(message).digest();
}
