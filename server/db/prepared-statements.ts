import { sql } from 'kysely';
import pg from 'pg';

declare module 'pg' {
  interface Connection {
    /** The statements that the driver does not prepare again, by their names. */
    parsedStatements: Record<string, string>;
  }
}

/** A statement is prepared when it has been sent so often. */
const prepareAfter = 20;
/** Statements that are counted at once; the lengths of lists vary, so there is no end of different ones. */
const maxCounted = 2000;

/** Names of prepared statements by their text, the least recently used first. */
type Places = { names: Map<string, string>; max: number };

// Each connection keeps the plans of all of them in memory.
const places: Places = { names: new Map(), max: 200 };
const placesOfFilters: Places = { names: new Map(), max: 50 };
const counts = new Map<string, number>();
/** The names in use. None is used twice. */
const current = new Set<string>();
let created = 0;

const filterMark = '/* filters */';

/**
 * Marks a statement whose text depends on the filters of a request (`query.modifyFront(ofFilters)`). These have places
 * of their own, so that strangers who combine filters do not take those of orders.
 */
export const ofFilters = sql.raw(filterMark);

/** The name under which a statement is prepared, or undefined if it is not sent often. */
function nameOf(text: string): string | undefined {
  const { names, max } = text.includes(filterMark) ? placesOfFilters : places;
  const known = names.get(text);
  if (known) names.delete(text);
  const name = known ?? countUse(text);
  if (!name) return undefined;
  names.set(text, name);
  for (const [oldest, oldName] of names) {
    if (names.size <= max) break;
    names.delete(oldest);
    current.delete(oldName);
  }
  return name;
}

/** Counts that a statement is sent. Returns a new name when it has been sent often. */
function countUse(text: string): string | undefined {
  const count = (counts.get(text) ?? 0) + 1;
  if (count < prepareAfter) {
    if (counts.size >= maxCounted) counts.clear();
    counts.set(text, count);
    return undefined;
  }
  counts.delete(text);
  const name = `often_${created++}`;
  current.add(name);
  return name;
}

/** Gives all statements new names. */
function forgetNames(): void {
  for (const { names } of [places, placesOfFilters]) names.clear();
  current.clear();
}

/**
 * The errors of a prepared statement whose tables another process has migrated: other columns of a `select *`, or another
 * type of a parameter. A statement that is parsed again has the types of its columns.
 */
const outdatedCodes = new Set(['0A000', '42704', '42804', '42883', 'XX000']);
const outdated = new WeakSet<object>();

/** Whether a prepared statement failed that may succeed when it is parsed again. */
export const isOutdatedPlan = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && outdated.has(error);

/**
 * Lets a connection prepare the statements that the process sends often, so that PostgreSQL parses and plans them once
 * for each connection (decision 60). If the plan of one is outdated, all are prepared again under other names; in a
 * transaction the error reaches the caller, who repeats the transaction.
 */
export function prepareOften(client: pg.PoolClient): void {
  const send = (...args: unknown[]): unknown => Reflect.apply(pg.Client.prototype.query, client, args);
  /** What this connection has prepared. */
  const prepared = new Set<string>();
  let running = 0;

  /** Frees the plans of statements whose place another one has taken. */
  function closeOthers(): void {
    for (const name of prepared) {
      if (current.has(name)) continue;
      client.connection.close({ type: 'S', name }, true);
      prepared.delete(name);
      delete client.connection.parsedStatements[name];
    }
  }

  async function sendPrepared(name: string, text: string, values: unknown[]): Promise<unknown> {
    // A statement that waits for another one may still use its name.
    if (!prepared.has(name) && running === 0) closeOthers();
    prepared.add(name);
    running++;
    try {
      return await send({ name, text, values });
    } catch (error) {
      if (!(error instanceof pg.DatabaseError && outdatedCodes.has(error.code ?? ''))) throw error;
      outdated.add(error);
      forgetNames();
      if (client.getTransactionStatus() !== 'I') throw error;
      return send(text, values);
    } finally {
      running--;
    }
  }

  Object.assign(client, {
    query(...args: unknown[]): unknown {
      const [text, values] = args;
      const isPlain = args.length === 2 && typeof text === 'string' && Array.isArray(values);
      const name = isPlain && values.length > 0 ? nameOf(text) : undefined;
      return name && isPlain ? sendPrepared(name, text, values) : send(...args);
    },
  });
}
