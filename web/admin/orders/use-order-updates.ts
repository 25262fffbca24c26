import { useEffect, useEffectEvent } from 'react';
import type { OrderUpdates } from '../../../shared/contract/orders.ts';
import { api } from '../../api.ts';
import { withSignIn } from '../session.ts';

/** Between two answers with news, so that a rush comes in one; and after a failure. */
const rest = 1000;
const afterFailure = 5000;

/** Tells what happens to orders while the page is looked at; the server holds each question until there is news. */
export function useOrderUpdates(onNews: (news: OrderUpdates) => void): void {
  const tell = useEffectEvent(onNews);
  useEffect(() => {
    const ending = new AbortController();
    const { signal } = ending;
    let cursor = '';

    async function listen(): Promise<void> {
      while (!signal.aborted) {
        // Where to begin is asked at once, with the list that is shown: in a tab that opens behind others too.
        if (cursor) await untilVisible(signal);
        try {
          const query = cursor && `?after=${cursor}`;
          const news = await withSignIn(() => api.get<OrderUpdates>(`/order/admin/news${query}`, { signal }));
          cursor = news.cursor;
          if (!news.missed && news.orders.length === 0) continue;
          tell(news);
          await pause(rest);
        } catch {
          if (!signal.aborted) await pause(afterFailure);
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
