import { randomUUID } from 'node:crypto';
import { type OrderUpdates, orderStatus } from '../../shared/contract/orders.ts';

export type OrderFeed = ReturnType<typeof createOrderFeed>;

/** The number of recent changes that are stored for later requests. */
const recent = 1000;

/**
 * The changed orders, from the notifications of the database (migration 0010), for screens that wait for them.
 * Stored in memory: a cursor of another process, or from before a gap, gets `missed`.
 */
export function createOrderFeed({ waitMs = 10_000 } = {}) {
  let name = randomUUID();
  let published: OrderUpdates['orders'] = [];
  let count = 0;
  let closed = false;
  const waiting = new Set<() => void>();

  /** The changes after this cursor; undefined if some are unknown. */
  function since(cursor: string): OrderUpdates['orders'] | undefined {
    const [of, at] = cursor.split('.');
    const unseen = count - Number(at);
    return of === name && unseen >= 0 && unseen <= published.length
      ? published.slice(published.length - unseen)
      : undefined;
  }

  function wakeAll(): void {
    for (const wake of waiting) wake();
  }

  function untilPublished(): Promise<void> {
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
    /** Handles a notification; ignores tags that are not of orders. */
    publish(tag: string): void {
      const [kind, act, id = '', word] = tag.split(':');
      const status = orderStatus.safeParse(word);
      if (kind !== 'order' || !status.success) return;
      published = [...published.slice(1 - recent), { _id: id, status: status.data, isNew: act === 'insert' }];
      count++;
      wakeAll();
    },

    /** Notifications may be lost: invalidates all cursors. */
    gap(): void {
      name = randomUUID();
      published = [];
      count = 0;
      wakeAll();
    },

    /** Resolves at once if there are changes since `after`, or else with the next change or after a timeout. */
    async read(after: string | undefined): Promise<OrderUpdates> {
      if (after && since(after)?.length === 0 && !closed) await untilPublished();
      const orders = after ? since(after) : [];
      return { cursor: `${name}.${count}`, missed: orders === undefined, orders: orders ?? [] };
    },

    /** Resolves all waiting requests, for shutdown. */
    close(): void {
      closed = true;
      wakeAll();
    },
  };
}
