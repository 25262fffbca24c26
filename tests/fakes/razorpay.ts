import Fastify from 'fastify';
import { linkEntity, orderEntity, paymentEntity, refundEntity } from '../../sandbox/entities.ts';
import { cancelLink, openLink } from '../../sandbox/payment-links.ts';
import { capturePayment, checkoutResponse, completePayment, pay } from '../../sandbox/payments.ts';
import {
  findLinkByReference,
  links,
  orders,
  payments,
  refunds,
  type WebhookRow,
  webhooks,
} from '../../sandbox/queries.ts';
import { sandbox } from '../../sandbox/routes.ts';
import type { Behaviour, Delivery, SandboxDeps, WebhookMode } from '../../sandbox/sandbox-deps.ts';
import type { Outcome } from '../../sandbox/test-data.ts';
import { type Database, openDatabase, openPool } from '../../server/db/database.ts';
import { signWebhook } from '../../server/provider/signature.ts';
import { addFaults } from './faults.ts';

/** What the page's handler gets after a payment. */
export type Paid = ReturnType<typeof checkoutResponse>;

/** How a webhook can be damaged on its way to the shop. */
const damages = {
  bad_signature: ({ body }: WebhookRow) => ({ body, signature: signWebhook('another secret', body) }),
  no_signature: ({ body }: WebhookRow) => ({ body }),
  truncate: ({ body, signature }: WebhookRow) => ({ body: body.slice(0, body.length / 2), signature }),
};

/** A payment without a browser (razorpay §11.3). Amounts in paise. */
type PaymentOptions = Pick<Outcome, 'reason'> & {
  method?: string;
  /** The amount that is charged, if it is not that of the order. */
  charged?: number;
  /** A fee that the customer pays in addition. */
  fee?: number;
  /** The time after which the bank accepts a pending payment; never if undefined. */
  completeAfterMs?: number;
  evenIfPaid?: boolean;
};

export type FakeRazorpay = Awaited<ReturnType<typeof startFakeRazorpay>>;

/**
 * The payment provider of a test: the shop's own sandbox as a separate server on a free port, with functions that
 * control it (razorpay §11.3-11.7). Without `webhookUrl`, webhooks wait. All delays are `speed` times shorter than at
 * the real provider.
 */
export async function startFakeRazorpay(options: {
  db?: Database;
  databaseUrl?: string;
  webhookUrl?: string;
  speed?: number;
  seed?: number | false;
  behaviour?: Partial<Behaviour>;
  now?: () => Date;
  keys?: { keyId: string; keySecret: string; webhookSecret: string };
}) {
  const db = options.db ?? openDatabase(openPool(options.databaseUrl ?? '', 5));
  const keys = options.keys ?? {
    keyId: 'rzp_test_sandboxFake01',
    keySecret: 'fake-key-secret',
    webhookSecret: 'fake-webhook-secret',
  };
  const { webhookUrl, now = () => new Date() } = options;
  const deliveries: Delivery[] = [];
  let advancedMs = 0;
  let damage: keyof typeof damages | undefined;
  const app = Fastify({ forceCloseConnections: true });
  const prepared = Promise.withResolvers<{ deps: SandboxDeps; faults: ReturnType<typeof addFaults> }>();
  await app.register(
    sandbox({
      db,
      ...keys,
      webhookUrl: webhookUrl ?? 'http://127.0.0.1:9/',
      linkUrl: () => 'https://rzp.example/l',
      clock: { now: () => new Date(now().getTime() + advancedMs) },
      log: { warn: (details, message) => console.error(message, details) },
      prepare: (deps, api) => prepared.resolve({ deps, faults: addFaults(api) }),
      alterDelivery: (webhook) => (damage ? damages[damage](webhook) : webhook),
      onDelivery: (delivery) => deliveries.push(delivery),
      seed: options.seed ?? 1,
      behaviour: {
        speed: options.speed ?? 100,
        webhooks: { mode: webhookUrl ? 'normal' : 'hold' },
        ...options.behaviour,
      },
    }),
  );
  const { deps, faults } = await prepared.promise;
  const url = await app.listen({ port: 0, host: '127.0.0.1' });

  function setBehaviour(change: Partial<Behaviour>) {
    Object.assign(deps.behaviour, change);
    deps.wake();
  }

  /** Pays as a shopper does in the window. */
  async function payInWindow(
    orderId: string,
    outcome: Outcome['outcome'] = 'captured',
    { method = 'upi', fee, ...more }: PaymentOptions = {},
  ): Promise<Paid> {
    const { amount } = await orders.get(db, orderId);
    const payment = await pay(deps, {
      ...(fee && { charged: amount + fee }),
      ...more,
      orderId,
      outcome,
      method,
      detail: method === 'upi' ? { vpa: 'success@razorpay' } : {},
    });
    return checkoutResponse(deps, payment);
  }

  return {
    /** The `apiUrl` of `createProvider`. */
    url,
    ...keys,
    /** Sends the webhooks to this address from now on. */
    sendWebhooksTo(address: string) {
      deps.webhookUrl = address;
      setBehaviour({ webhooks: { mode: 'normal' } });
    },
    pay: payInWindow,
    /** Opens the payment link with this reference and pays. Returns the provider's order too. */
    async payLink(reference: string, outcome?: Outcome['outcome'], options?: PaymentOptions) {
      const link = await findLinkByReference(db, reference);
      const { order_id: orderId } = await openLink(deps, link?.id ?? '');
      return payInWindow(orderId, outcome, options);
    },
    /** Cancels the payment link with this reference in the provider's dashboard. */
    async cancelLink(reference: string) {
      const link = await findLinkByReference(db, reference);
      return cancelLink(deps, link?.id ?? '');
    },
    /** The payment links, as the provider shows them. */
    links: async () => (await links.list(db, {})).map((row) => linkEntity(deps, row)),
    secondPayment: (orderId: string) => payInWindow(orderId, 'captured', { evenIfPaid: true }),
    /** Accepts a payment that is pending or has failed. */
    lateAuthorize: async (paymentId: string) =>
      paymentEntity(deps, await completePayment(deps, paymentId, 'yes')),
    async capture(paymentId: string) {
      const { amount } = await payments.get(db, paymentId);
      return capturePayment(deps, paymentId, { amount, currency: 'INR' });
    },
    /** Deducts an offer of the provider's dashboard, in paise, from all later payments. */
    offer: (discount: number) => setBehaviour({ discount }),
    setBehaviour,
    /** Makes the next matching call fail in this way. */
    faults: faults.add,
    clearFaults: faults.clear,
    webhooks: (mode: WebhookMode) => setBehaviour({ webhooks: mode }),
    releaseWebhooks: () => setBehaviour({ webhooks: { mode: 'normal' } }),
    /** Damages all later webhooks; none without an argument. */
    damageWebhooks: (next?: typeof damage) => {
      damage = next;
    },
    async replayWebhook(eventId: string) {
      await webhooks.update(db, eventId, { nextAt: deps.now(), deliveredAt: null });
      deps.wake();
    },
    deliveries: () => deliveries,
    /** All orders, payments and refunds, for comparison with the books of the shop. */
    ledger: async () => ({
      orders: (await orders.list(db, {})).map((row) => orderEntity(deps, row)),
      payments: (await payments.list(db, {})).map((row) => paymentEntity(deps, row)),
      refunds: (await refunds.list(db, {})).map(refundEntity),
    }),
    advanceClock(seconds: number) {
      advancedMs += seconds * 1000;
      deps.wake();
    },
    async close() {
      await app.close();
      if (!options.db) await db.destroy();
    },
  };
}
