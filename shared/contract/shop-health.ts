import { z } from 'zod';
import { orderStatus } from './orders/orders.ts';

export const paymentStatus = z.enum(['created', 'authorized', 'captured', 'failed']);

const count = z.int().min(0);
const countsOf = <Name extends z.ZodType>(name: Name) => z.array(z.object({ status: name, count }));

/** The state of the server that replies: of its process since its start, and of the shop now. */
export const shopHealth = z.object({
  version: z.string(),
  startedAt: z.iso.datetime(),
  requests: z.object({
    total: count,
    /** Replies with a status from 500. */
    failed: count,
    /** The routes that took the most time, the longest first. */
    slowest: z.array(z.object({ route: z.string(), count, failed: count, meanMs: z.number() })),
  }),
  /** Requests whose reply was cached, cached but old, or had to be made. */
  cache: z.object({ hit: count, stale: count, miss: count }),
  /** Replies that no cache has and of which only a few are made at once. */
  queues: z.array(z.object({ name: z.string(), running: count, waiting: count, refused: count })),
  eventLoop: z.object({
    /** The delay that 99% of the checks since the last reading did not exceed. */
    delayMs: z.number(),
    busyPercent: z.number(),
  }),
  memory: z.object({ residentBytes: count, heapBytes: count }),
  disk: z.object({ freeBytes: count, sizeBytes: count }),
  lastBackupAt: z.iso.datetime().nullable(),
  /** Connections of this process. */
  connections: z.object({ used: count, idle: count, waiting: count }),
  /** The kinds of background jobs; counted by the queue every minute. */
  jobs: z.array(z.object({ name: z.string(), waiting: count, active: count, failed: count })),
  /** The orders placed in the last 24 hours, and their payments. */
  orders: countsOf(orderStatus),
  payments: countsOf(paymentStatus),
  openAlerts: count,
});
export type ShopHealth = z.infer<typeof shopHealth>;
