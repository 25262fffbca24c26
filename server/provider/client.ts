import { setTimeout as sleep } from 'node:timers/promises';
import { ProviderError } from './provider-error.ts';
import {
  backOff,
  createProviderHttp,
  isPassing,
  isUnsent,
  type ProviderHttp,
  type ProviderSettings,
} from './provider-http.ts';
import { createProviderLinks } from './provider-links.ts';
import {
  type ProviderOrder,
  type ProviderPayment,
  readOrder,
  readOrders,
  readPayment,
  readPayments,
  readRefund,
  readRefunds,
  wasCaptured,
} from './provider-shapes.ts';

export type PaymentProvider = ReturnType<typeof createProvider>;

type NewOrder = {
  amountPaise: number;
  receipt: string;
  notes?: Record<string, string>;
  mayExist?: boolean;
};
type Query = Record<string, string | number>;
type NewRefund = { amountPaise: number; receipt: string; idempotencyKey: string };

/** The provider refunds an authorised payment that is not captured for this long: five days. */
const captureWithinMinutes = 7200;
/** The largest page of the provider's lists. */
const pageSize = 100;
/** Leaves time to find the order if the first reply is lost, because a shopper waits. */
const createTimeoutMs = 6000;

/**
 * A client of the Razorpay REST API (razorpay §1-4), and of the sandbox that speaks it too. Money in integer paise,
 * INR. Every function may throw a ProviderError.
 */
export function createProvider(settings: ProviderSettings) {
  const http = createProviderHttp(settings);
  const get = (path: string, query?: Query) => read(http, path, query);

  const getPayment = async (paymentId: string) => readPayment(await get(paymentPath(paymentId)));

  /**
   * The payments of the account since then that were captured, even if they were refunded, also those of other
   * programs. The provider's list lags by minutes.
   */
  async function listReceived(since: Date) {
    const all = await listSince('/payments', since, readPayments);
    return all.filter(wasCaptured);
  }

  /** The refunds of the account since then, also those of other programs. */
  const listRefundsSince = (since: Date) => listSince('/refunds', since, readRefunds);

  async function listSince<T>(path: string, since: Date, readPage: (reply: unknown) => T[]): Promise<T[]> {
    const from = Math.floor(since.getTime() / 1000);
    const all: T[] = [];
    for (let skip = 0; ; skip += pageSize) {
      const page = readPage(await get(path, { from, count: pageSize, skip }));
      all.push(...page);
      if (page.length < pageSize) return all;
    }
  }

  /** Captures an authorised payment. Succeeds if it is captured already. */
  async function capture(paymentId: string, amountPaise: number): Promise<ProviderPayment> {
    try {
      const path = `${paymentPath(paymentId)}/capture`;
      const body = { amount: amountPaise, currency: 'INR' };
      const payment = readPayment(await http.send({ method: 'POST', path, body }));
      if (payment.status === 'captured') return payment;
      throw new ProviderError('nonsense', `the payment ${paymentId} is ${payment.status} after its capture`);
    } catch (error) {
      const payment = await getPayment(paymentId).catch(() => undefined);
      if (payment?.status === 'captured') return payment;
      throw error;
    }
  }

  /**
   * Refunds a payment, once per receipt. A new attempt after a failed refund needs a new receipt and a new key (at
   * least 10 of `A-Za-z0-9_-`).
   */
  async function refund(paymentId: string, { amountPaise, receipt, idempotencyKey }: NewRefund) {
    // The provider does not promise idempotent refunds in test mode: look first, as after a lost answer.
    const given = (await listRefunds(paymentId)).find((refund) => refund.receipt === receipt);
    const made =
      given ??
      readRefund(
        await http.send({
          method: 'POST',
          path: `${paymentPath(paymentId)}/refund`,
          headers: { 'x-refund-idempotency': idempotencyKey },
          body: { amount: amountPaise, speed: 'normal', receipt },
          repeatable: true,
        }),
      );
    if (made.amountPaise !== amountPaise || made.paymentId !== paymentId) {
      throw new ProviderError('nonsense', `the refund ${made.id} is not the one that was asked for`);
    }
    return made;
  }

  const listRefunds = async (paymentId: string) =>
    readRefunds(await get(`${paymentPath(paymentId)}/refunds`, { count: pageSize }));

  return {
    ...createProviderLinks(http),
    createOrder: (order: NewOrder): Promise<ProviderOrder> => createOrder(http, order),
    getPayment,
    listReceived,
    listRefundsSince,
    capture,
    refund,
    listRefunds,
    getOrder: async (orderId: string) => readOrder(await get(orderPath(orderId))),
    /** Every payment of this order, including failed ones. */
    listPayments: async (orderId: string) => readPayments(await get(`${orderPath(orderId)}/payments`)),
    getRefund: async (paymentId: string, refundId: string) =>
      readRefund(await get(`${paymentPath(paymentId)}/refunds/${encodeURIComponent(refundId)}`)),
  };
}

/**
 * Creates an order of the provider, once per receipt: after a lost reply it finds the existing one. `mayExist`: an
 * earlier call may have created it, so look first.
 */
async function createOrder(
  http: ProviderHttp,
  { amountPaise, receipt, notes = {}, mayExist = false }: NewOrder,
): Promise<ProviderOrder> {
  const deadline = http.newDeadline();
  const body = {
    amount: amountPaise,
    currency: 'INR',
    receipt,
    notes,
    payment: {
      capture: 'automatic',
      capture_options: {
        automatic_expiry_period: 12,
        manual_expiry_period: captureWithinMinutes,
        refund_speed: 'normal',
      },
    },
  };
  const existing = mayExist && (await findOrder(http, receipt, deadline));
  if (existing) return fitting(existing);
  const call = { method: 'POST' as const, path: '/orders', body, deadline, timeoutMs: createTimeoutMs };
  for (let attempt = 1; ; attempt++) {
    try {
      return fitting(readOrder(await http.send(call)));
    } catch (error) {
      if (!(error instanceof ProviderError) || error.kind === 'unauthorised') throw error;
      if (isUnsent(error)) throw error;
      // Not created: the next attempt waits for as long as the provider asked for.
      if (error.httpStatus === 429) {
        if (attempt < 3) continue;
        throw error;
      }
      if (isPassing(error)) await sleep(backOff(attempt));
      // A rejection may mean that the receipt is taken: by an order of ours whose answer was lost.
      const made = await findOrder(http, receipt, deadline).catch(() => {
        throw error;
      });
      if (made) return fitting(made);
      if (!isPassing(error) || attempt >= 2) throw error;
    }
  }

  function fitting(order: ProviderOrder) {
    const fits = order.amountPaise === amountPaise && order.currency === 'INR' && order.receipt === receipt;
    if (!fits) throw new ProviderError('nonsense', `the order ${order.id} is not the one that was asked for`);
    return order;
  }
}

async function findOrder(http: ProviderHttp, receipt: string, deadline: number) {
  const orders = readOrders(await read(http, '/orders', { receipt, count: pageSize }, deadline));
  const rank = { paid: 0, attempted: 1, created: 2, unknown: 3 };
  return orders
    .filter((order) => order.receipt === receipt)
    .sort((a, b) => rank[a.status] - rank[b.status])[0];
}

const read = (http: ProviderHttp, path: string, query?: Query, deadline?: number) =>
  http.send({ method: 'GET', path, query, deadline, repeatable: true });

const orderPath = (id: string) => `/orders/${encodeURIComponent(id)}`;
const paymentPath = (id: string) => `/payments/${encodeURIComponent(id)}`;
