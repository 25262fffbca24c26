import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { unknownId } from '../api-error.ts';
import type { Delivery } from '../deliveries.ts';
import { collection, orderEntity, paymentEntity, refundEntity } from '../entities.ts';
import { answer, capturePayment, paymentRow } from '../payments.ts';
import { findWebhook, listOrders, listPayments, listRefunds, updateWebhook } from '../queries.ts';
import type { Habits, SandboxDeps, WebhookMode } from '../sandbox-deps.ts';
import { brokenReply, createFaults, type Fault, type FaultKind, twisted } from './faults.ts';
import { type PayOrder, payNow } from './pay.ts';

type One = { Params: { id: string } };
const everything = { count: 100_000, skip: 0 };

/**
 * The handles of tests (razorpay §11.3-11.7), never part of a running shop. Gives what hangs the faults on
 * the routes of the API.
 */
export function controlRoutes(
  app: FastifyInstance,
  books: SandboxDeps,
  deliveries: Delivery[],
  advance: (ms: number) => void,
): (api: FastifyInstance) => void {
  const faults = createFaults();

  app.post<{ Body: PayOrder }>('/__ctl/pay', (request) => payNow(books, request.body));
  app.post<One>('/__ctl/orders/:id/second-payment', (request) =>
    payNow(books, { order_id: request.params.id, outcome: 'captured', even_if_paid: true }),
  );
  app.post<One>('/__ctl/payments/:id/late-authorize', async (request) => {
    const row = await answer(books, request.params.id, 'yes');
    if (!row) throw unknownId();
    return paymentEntity(books, row);
  });
  app.post<One>('/__ctl/payments/:id/capture', async (request) => {
    const { amount } = await paymentRow(books, request.params.id);
    return capturePayment(books, request.params.id, { amount, currency: 'INR' });
  });
  app.post<{ Body: { discount: number } }>('/__ctl/offer', async (request) => {
    books.habits.discount = request.body.discount;
    return books.habits;
  });
  app.post<{ Body: Partial<Habits> }>('/__ctl/habits', async (request) =>
    Object.assign(books.habits, request.body),
  );

  app.post<{ Body: WebhookMode }>('/__ctl/webhooks', async (request) => {
    books.habits.webhooks = request.body;
    books.wake();
    return books.habits;
  });
  app.post('/__ctl/webhooks/release', async () => {
    books.habits.webhooks = { mode: 'normal' };
    books.wake();
    return books.habits;
  });
  app.post<One>('/__ctl/webhooks/replay/:id', async (request) => {
    if (!(await findWebhook(books.db, request.params.id))) throw unknownId();
    await updateWebhook(books.db, request.params.id, { nextAt: books.now(), deliveredAt: null });
    books.wake();
    return { replayed: request.params.id };
  });
  app.get('/__ctl/webhooks', async () => collection(deliveries));

  app.post<{ Body: Fault }>('/__ctl/faults', async (request) => {
    faults.add(request.body);
    return request.body;
  });
  app.delete('/__ctl/faults', async () => {
    faults.clear();
    return {};
  });

  app.get('/__ctl/ledger', async () => ({
    orders: (await listOrders(books.db, everything)).map((row) => orderEntity(books, row)),
    payments: (await listPayments(books.db, everything)).map((row) => paymentEntity(books, row)),
    refunds: (await listRefunds(books.db, everything)).map(refundEntity),
  }));
  app.post<{ Body: { advance_s: number } }>('/__ctl/clock', async (request) => {
    advance(request.body.advance_s * 1000);
    books.wake();
    return { now: books.now() };
  });

  return (api) => hangFaultsOn(api, (method, route) => faults.take(method, route));
}

function hangFaultsOn(api: FastifyInstance, take: (method: string, route: string) => FaultKind | undefined) {
  const struck = new WeakMap<object, FaultKind>();

  api.addHook('preHandler', async (request, reply) => {
    const kind = take(request.method, (request.routeOptions.url ?? '').replace(/^.*\/v1\//, '/v1/'));
    if (!kind) return;
    struck.set(request, kind);
    if (kind.startsWith('slow:')) await sleep(Number(kind.slice('slow:'.length)), undefined, { ref: false });
    if (kind === 'timeout_before') return reply.hijack();
    if (kind === 'reset') {
      reply.hijack();
      request.raw.socket.resetAndDestroy();
      return;
    }
    const broken = brokenReply(kind);
    if (broken) return reply.code(broken.status).type(broken.type).send(broken.body);
  });

  api.addHook('onSend', async (request, reply, payload) => {
    const kind = struck.get(request);
    if (!kind || typeof payload !== 'string') return payload;
    // The work is done; the answer never leaves.
    if (kind === 'timeout_after_commit') return new Promise(() => {});
    return reply.statusCode === 200 ? twisted(kind, payload) : payload;
  });
}
