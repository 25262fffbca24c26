import {
  type Dispatch,
  type SetStateAction,
  useCallback,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react';
import { type NavigateFunction, useNavigate } from 'react-router';
import type { PaymentState } from '../../../shared/contract/orders/checkout.ts';
import { call } from '../../api.ts';
import { refreshCart, removePurchased } from '../cart/cart.ts';
import { poll } from '../orders/poll.ts';
import { endAttempt } from './attempt.ts';
import { type Paid, type PayOutcome, readPaymentState, type Unpaid } from './payment.ts';
import { type Waiting, waitingText } from './place-in-queue.ts';
import { loadPaymentScript } from './razorpay-window.ts';
import { type DetailErrors, forgetOrderTexts } from './saved-details.ts';

/** The errors of fields of the checkout, by name. */
export type OrderErrors = DetailErrors & { discount_code?: string; gift_card_code?: string };

export type Payment = ReturnType<typeof usePayment>;

/** A message about the payment; `info` if nothing has gone wrong. */
interface Notice {
  text: string;
  tone: 'error' | 'info';
}

const problem = (text: string): Notice => ({ text, tone: 'error' });
const info = (text: string): Notice => ({ text, tone: 'info' });
const notCompleted = info('Payment not completed. Your details are saved; you can pay when you are ready.');
const paymentPending = info(
  'Your bank may still confirm this payment. This page checks automatically and then shows your order.',
);
const paymentLate = info(
  'Your bank did not confirm this payment in time. If it still does, we confirm your order, or refund it in full if the items have sold out.',
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
  onUnproved,
}: {
  findUnpaid: () => Unpaid | null;
  onFieldErrors?: (errors: OrderErrors) => void;
  onUnproved?: () => void;
}) {
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const [notice, setNotice] = useState<Notice | null>(null);
  const hasChecked = useRef(false);
  const leaving = useRef(new AbortController());
  const showError = (message: string) => setNotice(problem(message));

  const [script, loadScript] = usePaymentScript(setNotice);
  useEffect(() => {
    leaving.current = new AbortController();
    return () => leaving.current.abort();
  }, []);
  useEffect(() => {
    if (hasReturnedUnpaid()) setNotice(notCompleted);
  }, []);

  const succeed = (paid: Paid) => openPaidOrder(navigate, paid);

  /** Whether the status may still change. */
  async function checkStatus(unpaid: Unpaid, signal?: AbortSignal): Promise<boolean> {
    const state = await readPaymentState(unpaid.orderId);
    if (signal?.aborted) return false;
    if (state?.paid) {
      await succeed({ ...unpaid, reply: null });
      return false;
    }
    if (state) setNotice((current) => noticeOf(state, current));
    return !state || state.underway || state.status === 'pending';
  }

  const watch = useEffectEvent(async (leaving: AbortSignal) => {
    const unpaid = findUnpaid();
    if (!unpaid) return;
    const check = () => checkStatus(unpaid, leaving);
    const isFirst = !hasChecked.current;
    hasChecked.current = true;
    if (!isFirst || (await check())) await poll(check, leaving);
  });
  useEffect(() => {
    if (busy) return;
    const leaving = new AbortController();
    watch(leaving.signal);
    return () => leaving.abort();
  }, [busy]);

  /** Runs one click on Pay. Without `isOnline`, no payment window is opened. */
  async function run(
    pay: (onFailure: (message: string) => void, waiting: Waiting) => Promise<PayOutcome>,
    { isOnline = true } = {},
  ) {
    if (isOnline && script !== 'ready') {
      if (script === 'failed') loadScript();
      return setNotice(notLoaded);
    }
    setNotice(null);
    setBusy(true);
    const outcome = await pay(showError, {
      signal: leaving.current.signal,
      onPlace: (place) => setNotice(place && info(waitingText(place))),
    });
    if (outcome.kind === 'paid') return succeed(outcome);
    if (outcome.kind === 'changed') await refreshCart();
    if (outcome.kind === 'closed') {
      setNotice((current) => current ?? notCompleted);
      const unpaid = findUnpaid();
      if (unpaid) await checkStatus(unpaid);
    } else if (outcome.kind !== 'unproved') showError(outcome.message);
    setBusy(false);
    if (outcome.kind === 'unproved') onUnproved?.();
    if (outcome.kind === 'failed' && Object.keys(outcome.errors).length > 0) {
      onFieldErrors?.(byField(outcome.errors));
    }
  }

  return { busy, notice, scriptFailed: script === 'failed', loadScript, showError, run };
}

/** Leaves the checkout for the page of an order. */
async function openPaidOrder(navigate: NavigateFunction, { orderId, reply, items }: Paid) {
  const state = reply && { order_details: reply.order_details, invoice_url: reply.invoice_url };
  const isConfirmed = !reply?.pending;
  if (isConfirmed) {
    endAttempt(orderId);
    forgetOrderTexts();
  }
  // The cart is emptied after this page is left, because it would briefly show 'Your Cart is Empty'. If the payment
  // is not confirmed yet, the order's page empties the cart when it is.
  await navigate(`/order-success/${encodeURIComponent(orderId)}`, { state, replace: true });
  if (isConfirmed) removePurchased(items);
}

/** The script of the payment window, which is loaded at once, and how to load it again. */
function usePaymentScript(setNotice: Dispatch<SetStateAction<Notice | null>>) {
  const [script, setScript] = useState<'loading' | 'ready' | 'failed'>('loading');
  const load = useCallback(() => {
    setScript('loading');
    call('GET /razorpay/checkout-config')
      .then((config) => loadPaymentScript(config.script_url))
      .then(
        () => {
          setScript('ready');
          setNotice((current) => (current === notLoaded ? null : current));
        },
        () => setScript('failed'),
      );
  }, [setNotice]);
  useEffect(load, [load]);
  return [script, load] as const;
}

/** The notice for the state of the payment, else the previous notice. */
function noticeOf({ underway, status }: PaymentState, current: Notice | null): Notice | null {
  if (underway) return status === 'pending' ? paymentPending : paymentLate;
  return current === paymentPending || current === paymentLate ? notCompleted : current;
}

/** The server names fields by their path: `shipping_details.city`. */
function byField(errors: Record<string, string>): OrderErrors {
  return Object.fromEntries(Object.entries(errors).map(([path, text]) => [path.split('.').at(-1), text]));
}

/** Whether the provider's page returned the shopper without a payment. Removes the parameter, so that it is true once. */
function hasReturnedUnpaid(): boolean {
  const address = new URL(window.location.href);
  if (address.searchParams.get('payment') !== 'failed') return false;
  address.searchParams.delete('payment');
  window.history.replaceState(window.history.state, '', address);
  return true;
}
