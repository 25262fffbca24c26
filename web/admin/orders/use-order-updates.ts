import { useEffect, useEffectEvent } from 'react';
import type { OrderUpdates } from '../../../shared/contract/orders/order-updates.ts';
import { call } from '../../api.ts';
import { withSignIn } from '../session.ts';

/** The pause between two replies, so that many changes come in one; and after a failure. */
const pauseMs = 1000;
const pauseAfterFailureMs = 5000;

/** Reports changes of orders while the page is visible. The server holds each request until there are changes. */
export function useOrderUpdates(onUpdate: (updates: OrderUpdates) => void): void {
  const report = useEffectEvent(onUpdate);
  useEffect(() => {
    const ending = new AbortController();
    const { signal } = ending;
    let cursor = '';

    async function listen(): Promise<void> {
      while (!signal.aborted) {
        // The first cursor is requested at once, with the list, even in a tab that opens in the background.
        if (cursor) await untilVisible(signal);
        try {
          const query = cursor ? { after: cursor } : {};
          const updates = await withSignIn(() => call('GET /order/admin/news', { query, signal }));
          cursor = updates.cursor;
          if (!updates.missed && updates.orders.length === 0) continue;
          report(updates);
          await pause(pauseMs);
        } catch {
          if (!signal.aborted) await pause(pauseAfterFailureMs);
        }
      }
    }

    void listen();
    return () => ending.abort();
  }, []);
}

function untilVisible(signal: AbortSignal): Promise<void> {
  if (!document.hidden) return Promise.resolve();
  return new Promise((resolve) => {
    const stop = new AbortController();
    const go = () => {
      stop.abort();
      resolve();
    };
    document.addEventListener('visibilitychange', go, { signal: stop.signal });
    signal.addEventListener('abort', go, { signal: stop.signal });
  });
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
