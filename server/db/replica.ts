import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Log } from '../runtime/log.ts';
import { type Database, openDatabase, openPool } from './database.ts';

/** How long a read waits for the replica to have what it must see. */
const WAIT_MS = 200;
const POLL_MS = 10;
/** How long the replica is not asked after it was behind or did not reply. */
const PAUSE_MS = 1000;
/** A connection whose server does not answer for so long is cut: the question for its position, a read, several reads. */
const SILENCE_MS = { position: 1000, read: 6000, transaction: 35_000 };
/** What was committed so long ago, a read sees even if it was not announced. */
const MAX_LAG_MS = 1000;

/**
 * A database for reads that need not see the latest state: statements run on the replica at `url` if it has replayed
 * everything that the primary had committed when the last announced change arrived, and at least what it had committed
 * a second ago. Otherwise, and while changes are not announced, they run on the primary (decision 71). A reader
 * therefore sees everything that it has been told of.
 */
export function openReplica({ url, primary, log }: { url: string; primary: pg.Pool; log: Log }) {
  const replica = openPool(url);
  /** The position in the WAL of the primary that a read must see, and when it was requested. */
  let required: { position: Promise<string>; at: number } | undefined;
  let isListening = false;
  /** When the replica may be asked again, if it is not used now. */
  let askAgainAt: number | undefined;
  let isReported = false;
  /** Positions that the servers of these connections have replayed. */
  const replayed = new WeakMap<pg.PoolClient, string>();

  replica.on('connect', (client) => {
    const before: unknown = client.query;
    const send = (...args: unknown[]): unknown =>
      typeof before === 'function' ? Reflect.apply(before, client, args) : undefined;
    Object.assign(client, {
      async query(...args: unknown[]): Promise<unknown> {
        const [text, values] = args;
        const isSingle =
          typeof text === 'string' &&
          Array.isArray(values) &&
          /^\s*(select|with)\b/i.test(text) &&
          client.getTransactionStatus() === 'I';
        const cut = cutAfter(client, isSingle ? SILENCE_MS.read : SILENCE_MS.transaction);
        try {
          return await send(...args);
        } catch (error) {
          if (!isSingle || !isFailed(error)) throw error;
          pause(error);
          return primary.query(text, values);
        } finally {
          clearTimeout(cut);
        }
      },
    });
  });

  function pause(reason: unknown): void {
    askAgainAt = performance.now() + PAUSE_MS;
    if (!isReported)
      log.warn({ err: reason }, 'The replica is behind or can’t be used; the primary is read instead');
    isReported = true;
  }

  function requiredPosition(): Promise<string> {
    const now = performance.now();
    if (required && now - required.at < MAX_LAG_MS) return required.position;
    const position = primary
      .query<{ lsn: string }>('select pg_current_wal_flush_lsn() as lsn')
      .then(({ rows }) => rows[0]?.lsn ?? '');
    required = { position, at: now };
    position.catch(() => {
      required = undefined;
    });
    return position;
  }

  /** Whether the server of this connection has replayed the WAL up to a position, which it may take a while to do. */
  async function hasReplayed(client: pg.PoolClient, position: string): Promise<boolean> {
    if (replayed.get(client) === position) return true;
    for (const end = performance.now() + WAIT_MS; ; await sleep(POLL_MS)) {
      const { rows } = await client.query<{ isCurrent: boolean | null }>(
        'select case when pg_is_in_recovery() then pg_last_wal_replay_lsn() >= $1::pg_lsn end as "isCurrent"',
        [position],
      );
      const isCurrent = rows[0]?.isCurrent;
      if (isCurrent) replayed.set(client, position);
      // It is no replica any more, but perhaps a primary of its own.
      if (isCurrent === null || isCurrent || performance.now() > end) return isCurrent ?? false;
    }
  }

  async function connectToReplica(): Promise<pg.PoolClient | undefined> {
    const position = await requiredPosition();
    const client = await replica.connect();
    const cut = cutAfter(client, SILENCE_MS.position);
    try {
      if (await hasReplayed(client, position)) return client;
    } catch (error) {
      client.release(true);
      throw error;
    } finally {
      clearTimeout(cut);
    }
    client.release();
    pause('it has not replayed what was committed');
    return undefined;
  }

  /** Uses the replica again if it is current. No read waits for that. */
  async function askAgain(): Promise<void> {
    askAgainAt = Number.POSITIVE_INFINITY;
    const client = await connectToReplica().catch(pause);
    if (!client) return;
    client.release();
    askAgainAt = undefined;
    isReported = false;
  }

  async function connect(): Promise<pg.PoolClient> {
    if (isListening && askAgainAt !== undefined && performance.now() >= askAgainAt) void askAgain();
    const isUsed = isListening && askAgainAt === undefined;
    return (isUsed && (await connectToReplica().catch(pause))) || primary.connect();
  }

  const db: Database = openDatabase({ connect, end: async () => {}, options: replica.options });
  return {
    db,

    /** A change was announced: reads that begin later see it. */
    announce(): void {
      required = undefined;
    },

    /** Whether changes are announced. */
    setListening(value: boolean): void {
      isListening = value;
      required = undefined;
    },

    close: () => replica.end(),
  };
}

/** Cuts a connection whose server is silent, such as behind a broken network. What waits for it then fails. */
const cutAfter = (client: pg.PoolClient, ms: number) =>
  setTimeout(() => void client.connection.stream.destroy(), ms);

/** Whether the replica or its connection ended, or it cancelled the statement for what it replays. */
const isFailed = (error: unknown): boolean => {
  const { code = '', message = '' } = error as { code?: string; message?: string };
  return /^(08|57P|40001|ECONN|EPIPE)/.test(code) || /Connection terminated/.test(message);
};
