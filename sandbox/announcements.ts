import type { Trx } from '../server/db/database.ts';
import { signWebhook } from '../server/payments/signature.ts';
import { orderEntity, paymentEntity, refundEntity } from './entities.ts';
import { newEventId } from './ids.ts';
import { insertWebhook, type OrderRow, type PaymentRow, type RefundRow } from './queries.ts';
import { after, type SandboxDeps, seconds } from './sandbox-deps.ts';

type Subject = { payment: PaymentRow; order?: OrderRow; refund?: RefundRow };

/** The provider takes about two seconds before it tells, and tells `order.paid` a moment after the rest. */
const firstDelayMs = 2000;
const stepMs: Record<string, number> = { 'payment.authorized': 0, 'payment.captured': 50, 'order.paid': 350 };
const lastStepMs = 700;

/** Writes a webhook into the books, in the transaction of what it tells about (razorpay §7.1). */
export async function announce(books: SandboxDeps, trx: Trx, event: string, subject: Subject): Promise<void> {
  const now = books.now();
  const body = books.surprises.json({
    entity: 'event',
    account_id: books.accountId,
    event,
    contains: Object.keys(subject),
    payload: payload(books, event, subject),
    created_at: seconds(now),
  });
  await insertWebhook(trx, {
    id: newEventId(),
    event,
    body,
    signature: signWebhook(books.webhookSecret, body),
    nextAt: firstTry(books, event, subject.payment),
    createdAt: now,
  });
}

function firstTry(books: SandboxDeps, event: string, payment: PaymentRow) {
  const { webhooks } = books.habits;
  const inTurn = after(books, firstDelayMs + (stepMs[event] ?? lastStepMs)).getTime();
  if (webhooks.mode === 'delay') return new Date(inTurn + webhooks.ms);
  // All at one moment, so that the last can go first.
  if (webhooks.mode === 'reorder')
    return new Date((payment.createdAt + 1) * 1000 + firstDelayMs / books.habits.speed);
  return new Date(inTurn);
}

function payload(books: SandboxDeps, event: string, { payment, order, refund }: Subject) {
  const { chance } = books.surprises;
  const entity = {
    ...paymentEntity(books, payment, { card: true }),
    // What is told is taken at some moment around the event: `captured` may run ahead of it.
    ...(event === 'payment.authorized' && chance(0.4) ? { captured: true } : {}),
    ...(chance(0.4) ? { description: 'ऑर्डर का भुगतान ₹ a/b' } : {}),
    ...(chance(0.2) ? { email: 'void@razorpay.com' } : {}),
  };
  return {
    payment: { entity },
    ...(order ? { order: { entity: orderEntity(books, order) } } : {}),
    ...(refund ? { refund: { entity: refundEntity(refund) } } : {}),
  };
}
