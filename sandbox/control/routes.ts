import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { collection, orderEntity, paymentEntity, refundEntity } from '../entities.ts';
import { capturePayment, completePayment } from '../payments.ts';
import { orders, payments, refunds, webhooks } from '../queries.ts';
import type { Habits, SandboxDeps, WebhookMode } from '../sandbox-deps.ts';
import { createFaults, type Fault, type FaultKind, replacementOf, withFault } from './faults.ts';
import { type PayOrder, payNow } from './pay.ts';

type One = { Params: { id: string } };

/**
 * The controls for tests (razorpay §11.3-11.7), never part of a running shop. Returns a function that adds the faults to
 * the routes of the API.
 */
export function controlRoutes(
  app: FastifyInstance,
  deps: SandboxDeps,
  advance: (ms: number) => void,
): (api: FastifyInstance) => void {
  const faults = createFaults();
  const setHabits = (change: Partial<Habits>) => {
    Object.assign(deps.habits, change);
    deps.wake();
    return deps.habits;
  };

  app.post<{ Body: PayOrder }>('/__ctl/pay', (request) => payNow(deps, request.body));
  app.post<One>('/__ctl/orders/:id/second-payment', (request) =>
    payNow(deps, { order_id: request.params.id, outcome: 'captured', even_if_paid: true }),
  );
  app.post<One>('/__ctl/payments/:id/late-authorize', async (request) =>
    paymentEntity(deps, await completePayment(deps, request.params.id, 'yes')),
  );
  app.post<One>('/__ctl/payments/:id/capture', async (request) => {
    const { id, amount } = await payments.get(deps.db, request.params.id);
    return capturePayment(deps, id, { amount, currency: 'INR' });
  });
  app.post<{ Body: { discount: number } }>('/__ctl/offer', async ({ body: { discount } }) =>
    setHabits({ discount }),
  );
  app.post<{ Body: Partial<Habits> }>('/__ctl/habits', async (request) => setHabits(request.body));

  app.post<{ Body: WebhookMode }>('/__ctl/webhooks', async (request) =>
    setHabits({ webhooks: request.body }),
  );
  app.post('/__ctl/webhooks/release', async () => setHabits({ webhooks: { mode: 'normal' } }));
  app.post<One>('/__ctl/webhooks/replay/:id', async (request) => {
    await webhooks.update(deps.db, request.params.id, { nextAt: deps.now(), deliveredAt: null });
    deps.wake();
    return { replayed: request.params.id };
  });
  app.get('/__ctl/webhooks', async () => collection(deps.deliveries));

  app.post<{ Body: Fault }>('/__ctl/faults', async (request) => {
    faults.add(request.body);
    return request.body;
  });
  app.delete('/__ctl/faults', async () => {
    faults.clear();
    return {};
  });

  app.get('/__ctl/ledger', async () => ({
    orders: (await orders.list(deps.db, {})).map((row) => orderEntity(deps, row)),
    payments: (await payments.list(deps.db, {})).map((row) => paymentEntity(deps, row)),
    refunds: (await refunds.list(deps.db, {})).map(refundEntity),
  }));
  app.post<{ Body: { advance_s: number } }>('/__ctl/clock', async (request) => {
    advance(request.body.advance_s * 1000);
    deps.wake();
    return { now: deps.now() };
  });

  return (api) => addFaults(api, faults);
}

function addFaults(api: FastifyInstance, faults: ReturnType<typeof createFaults>) {
  const kinds = new WeakMap<object, FaultKind>();

  api.addHook('preHandler', async (request, reply) => {
    const kind = faults.next(request.method, (request.routeOptions.url ?? '').replace(/^.*\/v1\//, '/v1/'));
    if (!kind) return;
    kinds.set(request, kind);
    if (kind.startsWith('slow:')) await sleep(Number(kind.slice('slow:'.length)), undefined, { ref: false });
    if (kind === 'timeout_before') return reply.hijack();
    if (kind === 'reset') {
      reply.hijack();
      request.raw.socket.resetAndDestroy();
      return;
    }
    const replacement = replacementOf(kind);
    if (replacement) return reply.code(replacement.status).type(replacement.type).send(replacement.body);
  });

  api.addHook('onSend', async (request, reply, payload) => {
    const kind = kinds.get(request);
    if (!kind || typeof payload !== 'string') return payload;
    // The work is done, but the reply is never sent.
    if (kind === 'timeout_after_commit') return new Promise(() => {});
    return reply.statusCode === 200 ? withFault(kind, payload) : payload;
  });
}
