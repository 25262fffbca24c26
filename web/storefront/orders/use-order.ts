import { useEffect, useEffectEvent, useLayoutEffect, useState } from 'react';
import type { Order } from '../../../shared/contract/orders.ts';
import { ApiError, api } from '../../api.ts';
import { orderKeyHeader, rememberOrderKey } from './order-keys.ts';

export type OrderView =
  | { kind: 'loading' }
  | { kind: 'missing' }
  | { kind: 'error'; message: string }
  | { kind: 'shown'; order: Order };

/** Seconds between questions about an order that is not settled yet; the last one repeats. */
const patience = [2, 2, 3, 5, 5, 8, 13, 20, 30];
/** An unpaid order expires after 15 minutes; asking longer tells nothing new. */
const mostQuestions = 40;

/**
 * The order of this page, read with the key of the link, of this browser, or with the shopper's token. While it
 * is unpaid, or paid and its invoice is still being made, it is asked about again, less and less often.
 */
export function useOrder(orderId: string, known?: Order): OrderView {
  const [view, setView] = useState<OrderView>({ kind: 'loading' });
  // Not at once: a reload keeps what is known in the history, and the server's page says 'Loading'.
  const showKnown = useEffectEvent(() => known && setView({ kind: 'shown', order: known }));
  useLayoutEffect(() => void showKnown(), []);

  useEffect(() => {
    takeKeyFromAddress(orderId);
    const leaving = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;

    async function ask(questions: number) {
      try {
        const order = await api.get<Order>(`/order/${encodeURIComponent(orderId)}`, {
          headers: orderKeyHeader(orderId),
          signal: leaving.signal,
        });
        setView({ kind: 'shown', order });
        if (!isSettled(order)) askLater(questions + 1);
      } catch (error) {
        if (leaving.signal.aborted) return;
        setView((before) => (before.kind === 'shown' && !isMissing(error) ? before : failure(error)));
        if (!isMissing(error) && questions > 0) askLater(questions + 1);
      }
    }

    function askLater(questions: number) {
      if (questions > mostQuestions) return;
      const seconds = patience[Math.min(questions, patience.length) - 1] ?? 30;
      timer = setTimeout(() => {
        if (document.visibilityState === 'visible') ask(questions);
        else
          document.addEventListener('visibilitychange', () => ask(questions), {
            once: true,
            signal: leaving.signal,
          });
      }, seconds * 1000);
    }

    ask(0);
    return () => {
      leaving.abort();
      clearTimeout(timer);
    };
  }, [orderId]);

  return view;
}

function isSettled(order: Order): boolean {
  if (order.status === 'pending') return false;
  return order.invoice_path !== null || order.paidAmount === 0;
}

/** The key in a mail's link opens the order once and then leaves the address bar, history and referrers. */
function takeKeyFromAddress(orderId: string) {
  const address = new URL(window.location.href);
  const key = address.searchParams.get('key');
  if (!key) return;
  rememberOrderKey(orderId, key);
  address.searchParams.delete('key');
  window.history.replaceState(window.history.state, '', address);
}

function isMissing(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404;
}

function failure(error: unknown): OrderView {
  if (isMissing(error)) return { kind: 'missing' };
  return {
    kind: 'error',
    message: error instanceof ApiError ? error.message : 'Failed to fetch order details',
  };
}
