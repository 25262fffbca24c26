import type { FastifyInstance } from 'fastify';
import { type Database, type Trx, transaction } from '../server/db/database.ts';
import type { WebhookRow } from './queries.ts';
import type { Variations } from './variations.ts';

export type SandboxOptions = {
  db: Database;
  keyId: string;
  keySecret: string;
  webhookSecret: string;
  webhookUrl: string;
  /** The pages of payment links are below this address. */
  linkUrl: () => string;
  clock: { now(): Date };
  /** Whether the shop uses the sandbox now; it always does unless given. Otherwise the sandbox replies 404 and rests. */
  isOn?: () => boolean;
  log: { warn(details: object, message: string): void };
  /** For tests: gets the state of the sandbox, and its API before the routes are added, to which hooks can be added. */
  prepare?: (deps: SandboxDeps, api: FastifyInstance) => void;
  /** The seed of the harmless variations in replies and webhooks; `false` for none. */
  seed?: number | false;
  behaviour?: Partial<Behaviour>;
  /** For tests: replaces the body and signature of a webhook. */
  alterDelivery?: (webhook: WebhookRow) => { body: string; signature?: string };
  /** Called after each attempt to deliver a webhook. */
  onDelivery?: (delivery: Delivery) => void;
};

/** What all functions of the sandbox depend on. */
export type SandboxDeps = Omit<SandboxOptions, 'clock' | 'behaviour' | 'prepare' | 'isOn'> & {
  variations: Variations;
  behaviour: Behaviour;
  isOn(): boolean;
  now(): Date;
  /** Tells the worker that something new is due. */
  wake(): void;
};

/** One attempt to deliver a webhook. */
export type Delivery = {
  event_id: string;
  event: string;
  attempt: number;
  /** 0: no response. */
  status: number;
  ms: number;
  at: string;
};

/** What differs between accounts of the provider; tests change it while the sandbox runs. */
export type Behaviour = {
  uniqueReceipts: boolean;
  /** The age at which payments appear in the list of all payments. */
  listLagSeconds: number;
  /** How many times shorter than at the real provider all delays are. */
  speed: number;
  /** The discount in paise of an offer in the provider's dashboard. */
  discount: number;
  webhooks: WebhookMode;
};

export type WebhookMode =
  | { mode: 'normal' | 'hold' | 'drop' | 'reorder' }
  | { mode: 'duplicate'; times: number };

/** Unix seconds, as the provider shows times. */
export const seconds = (time: Date) => Math.floor(time.getTime() / 1000);

/** `ms` from now on the sandbox's clock, shortened by its speed. */
export const after = (deps: SandboxDeps, ms: number) =>
  new Date(deps.now().getTime() + ms / deps.behaviour.speed);

/** Runs `work` in a transaction, then wakes the worker. */
export async function change<T>(deps: SandboxDeps, work: (trx: Trx) => Promise<T>): Promise<T> {
  const result = await transaction(deps.db, work);
  deps.wake();
  return result;
}
