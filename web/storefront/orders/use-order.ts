import { useEffect, useEffectEvent, useLayoutEffect } from 'react';
import type { Order } from '../../../shared/contract/orders/orders.ts';
import { isReceived } from '../../../shared/orders/order-state.ts';
import { ApiError, call } from '../../api.ts';
import { useRead } from '../layout/use-read.ts';
import { orderKeyHeader, saveOrderKey } from './order-keys.ts';
import { poll } from './poll.ts';

/** The order, or why it can't be shown; neither while it is loaded for the first time. */
export type OrderResult = { order: Order | undefined; error: Error | undefined };

/**
 * Loads an order with the key of the link or of this browser, or with the shopper's token. It is loaded repeatedly while
 * it is unpaid, or paid without an invoice.
 */
export function useOrder(orderId: string, initial?: Order): OrderResult {
  const { data, error, reload, setData } = useRead(orderId, (signal) => {
    saveKeyFromAddress(orderId);
    return call('GET /order/:id', { params: { id: orderId }, headers: orderKeyHeader(orderId), signal });
  });
  // Not as the initial state: history state survives a reload, and hydration must match the server's page.
  const showInitial = useEffectEvent(() => initial && setData(initial));
  useLayoutEffect(() => void showInitial(), []);

  const order = isMissing(error) ? undefined : data;
  const mayChange = order !== undefined && !isFinal(order);
  const readAgain = useEffectEvent(reload);
  useEffect(() => {
    if (!mayChange) return;
    const leaving = new AbortController();
    void poll(() => readAgain().then(() => true), leaving.signal);
    return () => leaving.abort();
  }, [mayChange]);
  return { order, error };
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

/** Whether there is no such order, or the browser has no key of it. */
export function isMissing(error: Error | undefined): boolean {
  return error instanceof ApiError && error.status === 404;
}
