import { randomUUID } from 'node:crypto';
import pg from 'pg';
import type { Log } from '../runtime/log.ts';
import { connectionTo } from './primary.ts';

export type ChangeHandlers = {
  onChange: (tag: string) => void;
  /**
   * Changes may have been missed: called with false when none are received, so that nothing is cached until it is called
   * with true.
   */
  onGap: (isListening: boolean) => void;
  /** No stale reply may be served any more. */
  onExpire: () => void;
};

/** The name of the connections that listen, by which each process knows how many others there are. */
const applicationName = 'haat-changes';
const channel = 'haat_changed';
/** How long a change waits for a process that does not confirm it. */
const confirmMs = 1000;

/**
 * Receives the changes of every process (`tell_…` in 0002_functions.sql) on a separate connection, which reconnects
 * automatically. Changes count as received only after one that another connection announced has arrived: a connection
 * pooler accepts `listen`, but delivers nothing (decision 71). Every `checkMs` it checks that the database still replies;
 * a firewall can drop an idle connection without a sign.
 */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: its parts share the state of one connection
export function listenForChanges(
  { url, pool, log }: { url: string; pool: pg.Pool; log: Log },
  { onChange, onGap, onExpire }: ChangeHandlers,
  { checkMs = 5000 } = {},
) {
  let stopped = false;
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isListening = false;
  /** The announcement whose arrival proves that changes are received. */
  let test: string | undefined;
  let isReported = false;
  let isFailureLogged = false;
  /** Announcements of this process that others confirm. */
  const confirmed = new Map<string, () => void>();

  async function connect(): Promise<void> {
    const next = new pg.Client({
      ...connectionTo(url),
      application_name: applicationName,
      connectionTimeoutMillis: checkMs,
      query_timeout: checkMs,
    });
    next.on('notification', ({ payload }) => payload && receive(payload));
    // The end of the connection follows, which opens another one.
    next.on('error', () => {});
    next.on('end', retry);
    client = next;
    try {
      await next.connect();
      await next.query(`listen ${channel}`);
      await announceTest();
      isFailureLogged = false;
    } catch (err) {
      if (!isFailureLogged) log.warn({ err }, 'changes of the database are not received; trying again');
      isFailureLogged = true;
      await next.end().catch(() => {});
      retry();
    }
  }

  function receive(payload: string): void {
    const [kind, id = ''] = payload.split(':');
    if (payload === test) {
      test = undefined;
      isListening = true;
      onGap(true);
    }
    if (kind === 'expire') {
      onExpire();
      if (!confirmed.has(id)) void send(`notify ${channel}, 'expired:${id}'`);
    } else if (kind === 'expired') confirmed.get(id)?.();
    else onChange(payload);
  }

  /** Not on the connection that listens: a pooler would deliver it there with the reply. */
  async function announceTest(): Promise<void> {
    test = `listening:${randomUUID()}`;
    await pool.query('select pg_notify($1, $2)', [channel, test]);
  }

  function lose(): void {
    isListening = false;
    test = undefined;
    onGap(false);
  }

  function retry(): void {
    lose();
    if (stopped || timer) return;
    timer = setTimeout(() => {
      timer = undefined;
      void connect();
    }, 500);
  }

  /** Runs a statement; without a reply the connection is lost. */
  async function send<Row extends pg.QueryResultRow>(statement: string): Promise<Row[]> {
    const current = client;
    try {
      return (await current?.query<Row>(statement))?.rows ?? [];
    } catch {
      // Its end opens another one, and logs why that fails.
      lose();
      await current?.end().catch(() => {});
      return [];
    }
  }

  async function check(): Promise<void> {
    const waited = test;
    await send('select 1');
    if (waited === undefined || test !== waited) return;
    if (!isReported)
      log.warn(
        'The connection to the database does not receive notifications of changes, as behind a connection pooler: replies are cached for at most a second',
      );
    isReported = true;
    // Without a reply, the next check tries again.
    await announceTest().catch(() => {});
  }

  lose();
  void connect();
  const checks = setInterval(() => void check(), checkMs);
  return {
    /**
     * Resolves when every process has received all changes that were committed before the call and serves no stale
     * replies; at the latest after a second. PostgreSQL delivers notifications in the order of the commits.
     */
    async publish(): Promise<void> {
      if (!isListening) return;
      const id = randomUUID();
      let count = 0;
      const { promise, resolve } = Promise.withResolvers<void>();
      const timeout = setTimeout(resolve, confirmMs);
      let others = Number.POSITIVE_INFINITY;
      confirmed.set(id, () => ++count >= others && resolve());
      // A connection of a machine that has ended is listed for some time, but does not send its checks any more.
      const [row] = await send<{ processes: number }>(
        `select count(*)::int as processes, pg_notify('${channel}', 'expire:${id}') from pg_stat_activity
         where datname = current_database() and application_name = '${applicationName}'
           and state_change > clock_timestamp() - ${3 * checkMs} * interval '1 ms'`,
      );
      others = (row?.processes ?? 1) - 1;
      if (count >= others) resolve();
      await promise;
      clearTimeout(timeout);
      confirmed.delete(id);
    },
    async stop() {
      stopped = true;
      clearTimeout(timer);
      clearInterval(checks);
      await client?.end().catch(() => {});
    },
  };
}
