import type { Database } from '../server/db/database.ts';
import type { Surprises } from './surprises.ts';

/** What every verb of the sandbox works with. */
export type SandboxDeps = {
  db: Database;
  keyId: string;
  keySecret: string;
  webhookSecret: string;
  accountId: string;
  surprises: Surprises;
  habits: Habits;
  now(): Date;
  /** Something is due sooner than the worker knows. */
  wake(): void;
};

/** What differs between accounts of the provider; tests change it while the sandbox runs. */
export type Habits = {
  uniqueReceipts: boolean;
  /** The list of all payments shows them only after a while. */
  listLagSeconds: number;
  /** How many times faster than the real provider all waiting goes. */
  speed: number;
  /** An offer of the provider's dashboard: taken off what is paid. */
  discount: number;
  webhooks: WebhookMode;
};

export type WebhookMode =
  | {
      mode:
        | 'normal'
        | 'hold'
        | 'drop'
        | 'reorder'
        | 'bad_signature'
        | 'no_signature'
        | 'truncate'
        | 'slow_body';
    }
  | { mode: 'duplicate'; times: number }
  | { mode: 'delay'; ms: number }
  | { mode: 'old_secret'; secret: string };

/** Unix seconds, as the provider shows times. */
export const seconds = (at: Date) => Math.floor(at.getTime() / 1000);

/** `ms` from now on the sandbox's clock, shortened by its speed. */
export const after = (books: SandboxDeps, ms: number) =>
  new Date(books.now().getTime() + ms / books.habits.speed);
