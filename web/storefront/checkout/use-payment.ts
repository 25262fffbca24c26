import { useCallback, useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import type { CheckoutConfig } from '../../../shared/contract/checkout.ts';
import { api } from '../../api.ts';
import { refreshCart, takeBought, useCart } from '../cart/cart.ts';
import { endAttempt } from './attempt.ts';
import type { DetailErrors } from './checkout-form.tsx';
import { orderRequest } from './order-request.ts';
import { type Paid, paidMeanwhile, pay } from './payment.ts';
import { loadPaymentScript } from './razorpay-window.ts';
import type { CheckoutDetails } from './saved-details.ts';

export type Payment = ReturnType<typeof usePayment>;

const notCompleted = 'Payment not completed. Your cart is kept; pay when you are ready.';
const notLoaded = 'Razorpay SDK not loaded. Please wait.';

/** The payment of this page: its script, whether it runs, what to tell, and where it leads. */
export function usePayment(checkout: {
  shopName: string;
  asksForAddress: boolean;
  onFieldErrors: (errors: DetailErrors) => void;
}) {
  const { lines, totalItems } = useCart();
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const [notice, setNotice] = useState<string | null>(null);
  const [script, setScript] = useState<'loading' | 'ready' | 'failed'>('loading');

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

  const succeed = useCallback(
    async ({ orderId, reply, items }: Paid) => {
      endAttempt();
      const state = reply && { order_details: reply.order_details, invoice_url: reply.invoice_url };
      // The cart empties once this page is left: it would flash 'Your Cart is Empty' on the way.
      await navigate(`/order-success/${encodeURIComponent(orderId)}`, { state, replace: true });
      takeBought(items);
    },
    [navigate],
  );

  useEffect(loadScript, [loadScript]);
  useEffect(() => {
    if (cameBackUnpaid()) setNotice(notCompleted);
  }, []);
  useEffect(() => {
    paidMeanwhile().then((paid) => paid && succeed(paid));
  }, [succeed]);

  async function start(details: CheckoutDetails) {
    if (lines.length === 0) return setNotice('Your cart is empty!');
    if (script !== 'ready') {
      if (script === 'failed') loadScript();
      return setNotice(notLoaded);
    }
    setNotice(null);
    setBusy(true);
    const outcome = await pay(
      orderRequest(lines, details, checkout.asksForAddress),
      {
        name: checkout.shopName,
        description: `Order of ${totalItems} ${totalItems === 1 ? 'item' : 'items'}`,
        theme: { color: getComputedStyle(document.documentElement).getPropertyValue('--night').trim() },
      },
      setNotice,
    );
    if (outcome.kind === 'paid') return succeed(outcome);
    if (outcome.kind === 'changed') await refreshCart();
    setBusy(false);
    if (outcome.kind === 'closed') {
      return setNotice((said) => said ?? notCompleted);
    }
    setNotice(outcome.message);
    if (outcome.kind === 'refused' && Object.keys(outcome.errors).length > 0) {
      checkout.onFieldErrors(byField(outcome.errors));
    }
  }

  return { busy, notice, scriptFailed: script === 'failed', loadScript, say: setNotice, start };
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
