import type { Permission } from '../shared/permissions.ts';
import type { Config } from './config.ts';
import type { Couriers } from './couriers/courier-api.ts';
import type { Database, Trx } from './db/database.ts';
import type { Jobs } from './jobs/jobs.ts';
import type { FileStore } from './media/files.ts';
import type { PaymentProvider } from './provider/client.ts';
import type { Disk } from './runtime/disk.ts';
import type { Log } from './runtime/log.ts';
import type { WorkerPool } from './runtime/worker-pool.ts';

/** What the domains depend on: created once at start, or with fakes in tests. */
export type Deps = {
  events: Events;
  config: Config;
  db: Database;
  /** The connections of `db`. */
  connections: Connections;
  files: FileStore;
  jobs: Jobs;
  payments: Payments;
  couriers: Couriers;
  disk: Disk;
  /** Runs CPU-intensive functions in other threads. */
  workers: WorkerPool;
  clock: Clock;
  log: Log;
};

/**
 * What happens in domains of higher layers when something happens to an order, in the same transaction
 * (server/events.ts).
 */
export type Events = {
  /** The part of an order on delivery that is paid in advance was received. */
  advancePaid(deps: Deps, trx: Trx, orderId: string): Promise<void>;
};

/** How many connections a pool has, how many of them are idle, and how many queries wait for one. */
export type Connections = { totalCount: number; idleCount: number; waitingCount: number };

export type Clock = { now(): Date };

/** The payment provider and the keys of its account. */
export type Payments = {
  provider: PaymentProvider;
  name: 'razorpay' | 'sandbox';
  keyId: string;
  keySecret: string;
  /** The current secret first, then the previous one while it is being replaced. */
  webhookSecrets: string[];
  checkoutScript: string;
  /** True if no real payments are taken: with the sandbox or test keys. */
  test: boolean;
};

/** An admin with a valid session and what their role allows now. Only `authenticate` creates one for a request. */
export type Admin = {
  kind: 'admin';
  userId: string;
  address: string;
  roleId: string;
  /** Empty while they have to set up a second factor. */
  permissions: ReadonlySet<Permission>;
  /** Whether the settings require a second factor and they have none. */
  needsSecondFactor: boolean;
  /** Whether they have proved in the last ten minutes of this session who they are. */
  isProved: boolean;
};

/** An admin, with the name that the timeline of an order shows. */
export type NamedAdmin = Admin & { name: string };

/**
 * Who sends a request: decided once per request from the session token, never from the body. An admin who must change
 * their password is a guest for all calls but those that change it.
 */
export type Actor =
  | { kind: 'guest'; address: string; mustChangePassword?: boolean }
  | { kind: 'user'; userId: string; address: string }
  | Admin;
