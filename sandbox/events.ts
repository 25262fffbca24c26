import type { Trx } from '../server/db/database.ts';
import { signWebhook } from '../server/provider/signature.ts';
import { linkEntity, orderEntity, paymentEntity, refundEntity } from './entities.ts';
import { newId } from './ids.ts';
import { type LinkRow, type OrderRow, type PaymentRow, type RefundRow, webhooks } from './queries.ts';
import { after, type SandboxDeps, seconds } from './sandbox-deps.ts';

type Subject = { payment: PaymentRow; order?: OrderRow; refund?: RefundRow; payment_link?: LinkRow };

/** The provider sends events about two seconds later, and `order.paid` a moment after the others. */
const firstDelayMs = 2000;
const stepMs: Record<string, number> = { 'payment.authorized': 0, 'payment.captured': 50, 'order.paid': 350 };
const lastStepMs = 700;

/** Enqueues a webhook in the transaction of its cause (razorpay §7.1). */
export async function enqueueWebhook(
  deps: SandboxDeps,
  trx: Trx,
  event: string,
  subject: Subject,
): Promise<void> {
  const now = deps.now();
  const body = deps.variations.json({
    entity: 'event',
    account_id: 'acc_Sandbox0000000',
    event,
    contains: Object.keys(subject),
    payload: payload(deps, event, subject),
    created_at: seconds(now),
  });
  await webhooks.insert(trx, {
    id: newId(''),
    event,
    body,
    signature: signWebhook(deps.webhookSecret, body),
    nextAt: firstAttemptAt(deps, event, subject.payment),
    createdAt: now,
  });
}

function firstAttemptAt(deps: SandboxDeps, event: string, payment: PaymentRow) {
  // All at the same time, so that the last can be sent first.
  if (deps.behaviour.webhooks.mode === 'reorder')
    return new Date((payment.createdAt + 1) * 1000 + firstDelayMs / deps.behaviour.speed);
  return after(deps, firstDelayMs + (stepMs[event] ?? lastStepMs));
}

function payload(deps: SandboxDeps, event: string, { payment, order, refund, payment_link }: Subject) {
  const { chance } = deps.variations;
  const entity = {
    ...paymentEntity(deps, payment, { card: true }),
    // The snapshot may be newer than the event.
    ...(event === 'payment.authorized' && chance(0.4) ? { captured: true } : {}),
    ...(chance(0.4) ? { description: 'ऑर्डर का भुगतान ₹ a/b' } : {}),
    ...(chance(0.2) ? { email: 'void@razorpay.com' } : {}),
  };
  return {
    payment: { entity },
    ...(order ? { order: { entity: orderEntity(deps, order) } } : {}),
    ...(refund ? { refund: { entity: refundEntity(refund) } } : {}),
    ...(payment_link ? { payment_link: { entity: linkEntity(deps, payment_link) } } : {}),
  };
}
