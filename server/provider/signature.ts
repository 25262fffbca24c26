import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * Verifies the signature of the checkout (razorpay §6). `orderId` must come from the database. It proves that the
 * payment was authorised, not that it was captured.
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
 * Verifies the signature of a webhook body with each of `secrets`: the current one and, during a change, the previous
 * one. Returns the index of the one that fits, or -1, also without secrets.
 */
export function findWebhookSecret(secrets: string[], raw: Buffer, given: unknown): number {
  return secrets.map((secret) => hmacOk(secret, raw, given)).indexOf(true);
}

/** The signature of the checkout after a payment. */
export function signCheckout(secret: string, orderId: string, paymentId: string): string {
  return sign(secret, `${orderId}|${paymentId}`).toString('hex');
}

/** The `X-Razorpay-Signature` header of a webhook. */
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
