import Fastify from 'fastify';
import type { Fault } from '../../sandbox/control/faults.ts';
import type { Paid, PayOrder } from '../../sandbox/control/pay.ts';
import { sandbox } from '../../sandbox/routes.ts';
import type { Delivery, Habits, WebhookMode } from '../../sandbox/sandbox-deps.ts';
import { type Database, openDatabase, openPool } from '../../server/db/database.ts';

type Entity = Record<string, unknown> & { id: string; amount: number; status: string };

export type FakeRazorpay = Awaited<ReturnType<typeof startFakeRazorpay>>;

/**
 * The payment provider of a test: the shop's own sandbox as a server of its own on a free port, with its controls
 * on. `webhookUrl` may be set later, when the shop listens; until then webhooks wait. All waiting is `speed` times
 * shorter than at the real provider.
 */
export async function startFakeRazorpay(options: {
  db?: Database;
  databaseUrl?: string;
  webhookUrl?: string;
  speed?: number;
  seed?: number | false;
  habits?: Partial<Habits>;
  now?: () => Date;
  keys?: { keyId: string; keySecret: string; webhookSecret: string };
}) {
  const db = options.db ?? openDatabase(openPool(options.databaseUrl ?? '', 5));
  const keys = options.keys ?? {
    keyId: 'rzp_test_sandboxFake01',
    keySecret: 'fake-key-secret',
    webhookSecret: 'fake-webhook-secret',
  };
  let webhookUrl = options.webhookUrl;
  const app = Fastify({ forceCloseConnections: true });
  await app.register(
    sandbox({
      db,
      ...keys,
      webhookUrl: () => webhookUrl ?? 'http://127.0.0.1:9/',
      clock: { now: options.now ?? (() => new Date()) },
      log: { warn: (details, message) => console.error(message, details) },
      controls: true,
      seed: options.seed ?? 1,
      habits: {
        speed: options.speed ?? 100,
        webhooks: { mode: webhookUrl ? 'normal' : 'hold' },
        ...options.habits,
      },
    }),
  );
  const url = await app.listen({ port: 0, host: '127.0.0.1' });

  return {
    /** What `createProvider` takes as `apiUrl`. */
    url,
    ...keys,
    /** Webhooks go here from now on. */
    async sendWebhooksTo(address: string) {
      webhookUrl = address;
      await control('POST', '/webhooks', { mode: 'normal' } satisfies WebhookMode);
    },
    /** What a shopper does in the window. Gives what the page's handler would get. */
    pay(
      orderId: string,
      outcome: PayOrder['outcome'] = 'captured',
      more: Omit<PayOrder, 'order_id' | 'outcome'> = {},
    ) {
      return control<Paid>('POST', '/pay', { ...more, order_id: orderId, outcome });
    },
    secondPayment: (orderId: string) => control<Paid>('POST', `/orders/${orderId}/second-payment`),
    lateAuthorize: (paymentId: string) => control<Entity>('POST', `/payments/${paymentId}/late-authorize`),
    capture: (paymentId: string) => control<Entity>('POST', `/payments/${paymentId}/capture`),
    /** Takes an offer of the provider's dashboard off every payment to come, in paise. */
    offer: (discount: number) => control('POST', '/offer', { discount }),
    habits: (change: Partial<Habits>) => control<Habits>('POST', '/habits', change),
    /** The next call that matches goes wrong in this way. */
    faults: (fault: Fault) => control('POST', '/faults', fault),
    clearFaults: () => control('DELETE', '/faults'),
    webhooks: (mode: WebhookMode) => control('POST', '/webhooks', mode),
    releaseWebhooks: () => control('POST', '/webhooks/release'),
    replayWebhook: (eventId: string) => control('POST', `/webhooks/replay/${eventId}`),
    deliveries: async () => (await control<{ items: Delivery[] }>('GET', '/webhooks')).items,
    ledger: () => control<Record<'orders' | 'payments' | 'refunds', Entity[]>>('GET', '/ledger'),
    advanceClock: (seconds: number) => control('POST', '/clock', { advance_s: seconds }),
    async close() {
      await app.close();
      if (!options.db) await db.destroy();
    },
  };

  async function control<T>(method: string, path: string, body?: unknown): Promise<T> {
    const response = await fetch(`${url}/__ctl${path}`, {
      method,
      headers: body === undefined ? {} : { 'content-type': 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const reply = (await response.json()) as T & { error?: { description: string } };
    if (!response.ok) throw new Error(reply.error?.description ?? `The control answered ${response.status}`);
    return reply;
  }
}
