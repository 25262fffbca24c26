import { useEffect, useEffectEvent, useLayoutEffect, useState } from 'react';
import type { Order } from '../../../shared/contract/orders/orders.ts';
import { isReceived } from '../../../shared/orders/order-state.ts';
import { ApiError, call } from '../../api.ts';
import { orderKeyHeader, saveOrderKey } from './order-keys.ts';
import { poll } from './poll.ts';

export type OrderResult =
  | { kind: 'loading' }
  | { kind: 'missing' }
  | { kind: 'error'; message: string }
  | { kind: 'shown'; order: Order };

/**
 * Loads an order with the key of the link or of this browser, or with the shopper's token. It is loaded repeatedly while
 * it is unpaid, or paid without an invoice.
 */
export function useOrder(orderId: string, initial?: Order): OrderResult {
  const [view, setView] = useState<OrderResult>({ kind: 'loading' });
  // Not as the initial state: history state survives a reload, and hydration must match the server's page.
  const showInitial = useEffectEvent(() => initial && setView({ kind: 'shown', order: initial }));
  useLayoutEffect(() => void showInitial(), []);

  useEffect(() => {
    saveKeyFromAddress(orderId);
    const request = new AbortController();

    /** Loads the order. Returns whether it may still change. */
    async function read(): Promise<boolean> {
      const order = await call('GET /order/:id', {
        params: { id: orderId },
        headers: orderKeyHeader(orderId),
        signal: request.signal,
      });
      setView({ kind: 'shown', order });
      return !isFinal(order);
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
      if (request.signal.aborted) return;
      setView((before) => (before.kind === 'shown' && !isMissing(error) ? before : failure(error)));
    }

    read().then((mayChange) => (mayChange ? poll(readAgain, request.signal) : undefined), fail);
    return () => request.abort();
  }, [orderId]);

  return view;
}

/** A payment may still arrive for an expired order. */
function isFinal(order: Order): boolean {
  if (order.cashOnDelivery) return true;
  if (order.status === 'pending' || order.status === 'failed') return false;
  return order.invoice_path !== null || !isReceived(order);
}

/** Saves the key of an emailed link and removes it from the address bar, history and referrers. */
function saveKeyFromAddress(orderId: string) {
  const address = new URL(window.location.href);
  const key = address.searchParams.get('key');
  if (!key) return;
  saveOrderKey(orderId, key);
  address.searchParams.delete('key');
  window.history.replaceState(window.history.state, '', address);
}

function isMissing(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404;
}

function failure(error: unknown): OrderResult {
  if (isMissing(error)) return { kind: 'missing' };
  const reason = error instanceof ApiError ? error.serverMessage : undefined;
  return { kind: 'error', message: reason ?? 'Failed to fetch order details' };
}
