import { randomUUID } from 'node:crypto';
import { type OrderUpdates, orderStatus } from '../../shared/contract/orders.ts';

export type OrderFeed = ReturnType<typeof createOrderFeed>;

/** So many happenings are kept for those who ask a little later. */
const kept = 1000;

/**
 * What happens to orders, as the database tells it (migration 0010), for the screens that wait for it. It is held in
 * memory alone: a cursor of another process, or from before a gap, gets `missed`.
 */
export function createOrderFeed({ waitMs = 10_000 } = {}) {
  let name = randomUUID();
  let told: OrderUpdates['orders'] = [];
  let count = 0;
  let closed = false;
  const waiting = new Set<() => void>();

  /** All that is known after this cursor; undefined where that can't be said. */
  function since(cursor: string): OrderUpdates['orders'] | undefined {
    const [of, at] = cursor.split('.');
    const unseen = count - Number(at);
    return of === name && unseen >= 0 && unseen <= told.length ? told.slice(told.length - unseen) : undefined;
  }

  function wakeAll(): void {
    for (const wake of waiting) wake();
  }

  function untilTold(): Promise<void> {
    return new Promise((resolve) => {
      const wake = () => {
        clearTimeout(timer);
        waiting.delete(wake);
        resolve();
      };
      const timer = setTimeout(wake, waitMs);
      waiting.add(wake);
    });
  }

  return {
    /** Takes any tag that the database tells; only those of orders count. */
    publish(tag: string): void {
      const [kind, act, id = '', word] = tag.split(':');
      const status = orderStatus.safeParse(word);
      if (kind !== 'order' || !status.success) return;
      told = [...told.slice(1 - kept), { _id: id, status: status.data, isNew: act === 'insert' }];
      count++;
      wakeAll();
    },

    /** Something may have gone unheard: all cursors end. */
    gap(): void {
      name = randomUUID();
      told = [];
      count = 0;
      wakeAll();
    },

    /** Answers at once where there is news since `after`, else as soon as there is, or after a while with none. */
    async read(after: string | undefined): Promise<OrderUpdates> {
      if (after && since(after)?.length === 0 && !closed) await untilTold();
      const orders = after ? since(after) : [];
      return { cursor: `${name}.${count}`, missed: orders === undefined, orders: orders ?? [] };
    },

    /** The shop stops: whoever waits is answered. */
    close(): void {
      closed = true;
      wakeAll();
    },
  };
}
