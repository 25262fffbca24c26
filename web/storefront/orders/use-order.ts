import { useEffect, useEffectEvent, useLayoutEffect, useState } from 'react';
import type { Order } from '../../../shared/contract/orders.ts';
import { ApiError, api } from '../../api.ts';
import { orderKeyHeader, rememberOrderKey } from './order-keys.ts';
import { poll } from './poll.ts';

export type OrderView =
  | { kind: 'loading' }
  | { kind: 'missing' }
  | { kind: 'error'; message: string }
  | { kind: 'shown'; order: Order };

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

    /** Whether the order may still change. */
    async function read(): Promise<boolean> {
      const order = await api.get<Order>(`/order/${encodeURIComponent(orderId)}`, {
        headers: orderKeyHeader(orderId),
        signal: leaving.signal,
      });
      setView({ kind: 'shown', order });
      return !isSettled(order);
    }

    async function readAgain(): Promise<boolean> {
      try {
        return await read();
      } catch (error) {
        if (isMissing(error)) fail(error);
        return !isMissing(error);
      }
    }

    function fail(error: unknown) {
      if (leaving.signal.aborted) return;
      setView((before) => (before.kind === 'shown' && !isMissing(error) ? before : failure(error)));
    }

    read().then((unsettled) => (unsettled ? poll(readAgain, leaving.signal) : undefined), fail);
    return () => leaving.abort();
  }, [orderId]);

  return view;
}

/** A payment may still arrive for an expired order. */
function isSettled(order: Order): boolean {
  if (order.status === 'pending' || order.status === 'failed') return false;
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
  const reason = error instanceof ApiError ? error.serverMessage : undefined;
  return { kind: 'error', message: reason ?? 'Failed to fetch order details' };
}
