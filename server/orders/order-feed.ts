import { randomUUID } from 'node:crypto';
import type { OrderUpdates } from '../../shared/contract/orders/order-updates.ts';
import { orderStatus } from '../../shared/contract/orders/orders.ts';

export type OrderFeed = ReturnType<typeof createOrderFeed>;

/** The number of recent changes that are stored for later requests. */
const recent = 1000;

type Entry = { cursor: string; order?: OrderUpdates['orders'][number] };

/**
 * The changed orders, from the notifications of the database (tell_order), for screens that wait for them. Stored in
 * memory. All processes receive the same notifications in the same order, and count them from the latest start of one of
 * them, so a cursor is valid in all. One from before a gap, or from before this process, gets `missed`.
 */
export function createOrderFeed({ waitMs = 10_000 } = {}) {
  let name: string = randomUUID();
  let count = 0;
  let entries: Entry[] = [{ cursor: cursorNow() }];
  let isNotified = true;
  let closed = false;
  const waiting = new Set<() => void>();

  function cursorNow(): string {
    return `${name}.${count}`;
  }

  function add(order?: Entry['order']): void {
    entries = [...entries.slice(1 - recent), { cursor: cursorNow(), ...(order && { order }) }];
  }

  /** The changes after this cursor; undefined if some are unknown. */
  function since(cursor: string): OrderUpdates['orders'] | undefined {
    const index = isNotified ? entries.findLastIndex((entry) => entry.cursor === cursor) : -1;
    return index < 0 ? undefined : entries.slice(index + 1).flatMap(({ order }) => order ?? []);
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
      const [kind, act = '', id = '', word] = tag.split(':');
      if (kind === 'listening') {
        name = act;
        count = 0;
        add();
      }
      const status = orderStatus.safeParse(word);
      if (kind !== 'order' || !status.success) return;
      count++;
      add({ _id: id, status: status.data, isNew: act === 'insert' });
      wakeAll();
    },

    /** Notifications may be lost: invalidates all cursors, and those that are given until it is called with true. */
    gap(isListening: boolean): void {
      isNotified = isListening;
      name = randomUUID();
      count = 0;
      entries = [{ cursor: cursorNow() }];
      wakeAll();
    },

    /**
     * Resolves at once if there are changes since `after`, or else with the next change or after a timeout. Without
     * notifications it always waits, and then orders may have changed.
     */
    async read(after: string | undefined): Promise<OrderUpdates> {
      if (after && (!isNotified || since(after)?.length === 0) && !closed) await untilPublished();
      const orders = after ? since(after) : [];
      return { cursor: cursorNow(), missed: orders === undefined, orders: orders ?? [] };
    },

    /** Resolves all waiting requests, for shutdown. */
    close(): void {
      closed = true;
      wakeAll();
    },
  };
}
