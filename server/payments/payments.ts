import { transaction } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import { badRequest, unavailable } from '../errors.ts';
import { concernsPayment, findWebhookSecret, readWebhook } from '../provider/provider.ts';
import { crashPoint } from '../runtime/crash-point.ts';
import { orAfter } from '../runtime/time-limit.ts';
import * as queries from './webhook-queries.ts';

export { confirmPayment } from './confirm-payment.ts';
export { payByGiftCard, recordGiftCard } from './gift-card-payment.ts';
export { insertPayment } from './offline-payment.ts';
export { openPayment, paymentOpeningMs } from './open-payment.ts';
export { closeToChange, collect } from './payment-requests.ts';
export { closeLinkToChange, restartLink } from './replace-link.ts';
export { reservePaidUnits } from './reserve-paid-units.ts';
export { linkExpired, settle, settleNow } from './settle.ts';
export { findUnmatchedPayments, findUnmatchedRefunds } from './unmatched.ts';
export { countPaymentsWithoutWebhook, findSignedTime } from './webhook-queries.ts';

/** The provider waits five seconds for a reply, then sends the event again. */
const answerWithinMs = 4000;

/**
 * Stores a signed event and its job; the job handles it once (contract §3). An event about a payment that is settled
 * is handled by that, without a job (decision 1). `raw` is the unchanged body. Throws 400
 * for a wrong or missing signature, and 503 if the event can't be stored in time, so that the provider sends it
 * again.
 */
export async function storeWebhook(
  { db, jobs, payments, config, clock }: Pick<Deps, 'db' | 'jobs' | 'payments' | 'config' | 'clock'>,
  raw: Buffer,
  headers: { signature: unknown; eventId: unknown },
): Promise<void> {
  const secret = findWebhookSecret(payments.webhookSecrets, raw, headers.signature);
  if (secret === -1) throw badRequest('The signature is not right.');
  const signedWithPrevious = secret > 0;
  const { paymentId, ...event } = readWebhook(raw, headers.eventId);
  const receivedAt = clock.now();
  async function store(): Promise<void> {
    const isOfPayment = paymentId && concernsPayment(event.event);
    if (
      isOfPayment &&
      (await queries.insertSettledEvent(db, { ...event, paymentId, receivedAt, signedWithPrevious }))
    )
      return;
    await transaction(db, async (trx) => {
      const isNew = await queries.insertWebhookEvent(trx, { ...event, receivedAt, signedWithPrevious });
      if (isNew) await jobs.enqueue(trx, 'webhook-event', { eventId: event.eventId });
    });
  }
  await orAfter(store(), answerWithinMs, () => {
    throw unavailable('The event could not be stored in time.');
  });
  crashPoint({ config }, 'webhook-stored');
}
