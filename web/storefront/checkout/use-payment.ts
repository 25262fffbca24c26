import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { CheckoutConfig, PaymentState } from '../../../shared/contract/checkout.ts';
import { api } from '../../api.ts';
import { refreshCart, takeBought } from '../cart/cart.ts';
import { poll } from '../orders/poll.ts';
import { endAttempt } from './attempt.ts';
import type { DetailErrors } from './checkout-form.tsx';
import { type Paid, type PayOutcome, readPaymentState, type Unpaid } from './payment.ts';
import { loadPaymentScript } from './razorpay-window.ts';

export type Payment = ReturnType<typeof usePayment>;

/** A message about the payment; `info` if nothing has gone wrong. */
interface Notice {
  text: string;
  tone: 'error' | 'info';
}

const problem = (text: string): Notice => ({ text, tone: 'error' });
const info = (text: string): Notice => ({ text, tone: 'info' });
const notCompleted = info('Payment not completed. Nothing is lost; pay when you are ready.');
const mayStillCome = info(
  'Your bank may still confirm this payment. This page checks automatically and then shows your order.',
);
const mayComeLate = info(
  'Your bank did not confirm this payment in time, but may still do so. Your order then goes through, or you get a full refund if the items have sold out.',
);
const notLoaded = problem('Razorpay SDK not loaded. Please wait.');

/**
 * The payment on this page: its script, whether it is running, its notices, and the navigation after it. While the
 * page is open and `findUnpaid` returns an order, its status is polled: a payment that is confirmed late opens the
 * order like any other.
 */
export function usePayment({
  findUnpaid,
  onFieldErrors,
}: {
  findUnpaid: () => Unpaid | null;
  onFieldErrors?: (errors: DetailErrors) => void;
}) {
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const [notice, setNotice] = useState<Notice | null>(null);
  const [script, setScript] = useState<'loading' | 'ready' | 'failed'>('loading');
  const hasAsked = useRef(false);
  const say = (message: string) => setNotice(problem(message));

  const loadScript = useCallback(() => {
    setScript('loading');
    api
      .get<CheckoutConfig>('/razorpay/checkout-config')
      .then((config) => loadPaymentScript(config.script_url))
      .then(
        () => {
          setScript('ready');
          setNotice((said) => (said === notLoaded ? null : said));
        },
        () => setScript('failed'),
      );
  }, []);
  useEffect(loadScript, [loadScript]);
  useEffect(() => {
    if (cameBackUnpaid()) setNotice(notCompleted);
  }, []);

  async function succeed({ orderId, reply, items }: Paid) {
    const state = reply && { order_details: reply.order_details, invoice_url: reply.invoice_url };
    const isConfirmed = !reply?.pending;
    if (isConfirmed) endAttempt(orderId);
    // The cart is emptied after this page is left, because it would briefly show 'Your Cart is Empty'. If the payment
    // is not confirmed yet, the order's page empties the cart when it is.
    await navigate(`/order-success/${encodeURIComponent(orderId)}`, { state, replace: true });
    if (isConfirmed) takeBought(items);
  }

  /** Whether the status may still change. */
  async function ask(unpaid: Unpaid, leaving?: AbortSignal): Promise<boolean> {
    const state = await readPaymentState(unpaid.orderId);
    if (leaving?.aborted) return false;
    if (state?.paid) {
      await succeed({ ...unpaid, reply: null });
      return false;
    }
    if (state) setNotice((said) => noticeOf(state, said));
    return !state || state.underway || state.status === 'pending';
  }

  const watch = useEffectEvent(async (leaving: AbortSignal) => {
    const unpaid = findUnpaid();
    if (!unpaid) return;
    const askNow = () => ask(unpaid, leaving);
    const isFirst = !hasAsked.current;
    hasAsked.current = true;
    if (!isFirst || (await askNow())) await poll(askNow, leaving);
  });
  useEffect(() => {
    if (busy) return;
    const leaving = new AbortController();
    watch(leaving.signal);
    return () => leaving.abort();
  }, [busy]);

  /** Runs one click on Pay. */
  async function run(pay: (say: (message: string) => void) => Promise<PayOutcome>) {
    if (script !== 'ready') {
      if (script === 'failed') loadScript();
      return setNotice(notLoaded);
    }
    setNotice(null);
    setBusy(true);
    const outcome = await pay(say);
    if (outcome.kind === 'paid') return succeed(outcome);
    if (outcome.kind === 'changed') await refreshCart();
    if (outcome.kind === 'closed') {
      setNotice((said) => said ?? notCompleted);
      const unpaid = findUnpaid();
      if (unpaid) await ask(unpaid);
    } else say(outcome.message);
    setBusy(false);
    if (outcome.kind === 'refused' && Object.keys(outcome.errors).length > 0) {
      onFieldErrors?.(byField(outcome.errors));
    }
  }

  return { busy, notice, scriptFailed: script === 'failed', loadScript, say, run };
}

/** The notice for the state of the payment, else the previous notice. */
function noticeOf({ underway, status }: PaymentState, said: Notice | null): Notice | null {
  if (underway) return status === 'pending' ? mayStillCome : mayComeLate;
  return said === mayStillCome || said === mayComeLate ? notCompleted : said;
}

/** The server names fields by their path: `shipping_details.city`. */
function byField(errors: Record<string, string>): DetailErrors {
  return Object.fromEntries(Object.entries(errors).map(([path, text]) => [path.split('.').at(-1), text]));
}

/** Whether the provider's page has just sent the shopper back without a payment; said once, also after a reload. */
function cameBackUnpaid(): boolean {
  const address = new URL(window.location.href);
  if (address.searchParams.get('payment') !== 'failed') return false;
  address.searchParams.delete('payment');
  window.history.replaceState(window.history.state, '', address);
  return true;
}
