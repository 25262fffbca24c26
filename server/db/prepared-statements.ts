import { sql } from 'kysely';
import pg from 'pg';
import { FirstStatement } from './first-statement.ts';

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

/** Whether a statement without parameters is one that takes long to plan, and not several statements. */
const startsWithParts = (text: string) => /^\s*with\s[^;]*$/i.test(text);

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
 * transaction the error reaches the caller, who repeats the transaction. `begin` is sent together with the first
 * statement of the transaction if that is prepared (decision 60).
 */
export function prepareOften(client: pg.Client): void {
  const send = (...args: unknown[]): unknown => Reflect.apply(pg.Client.prototype.query, client, args);
  /** What this connection has prepared. */
  const prepared = new Set<string>();
  let running = 0;
  /** A transaction that PostgreSQL does not know yet. */
  let isBeginning = false;

  /** Frees the plans of statements whose place another one has taken. */
  function closeOthers(): void {
    for (const name of prepared) {
      if (current.has(name)) continue;
      client.connection.close({ type: 'S', name }, true);
      prepared.delete(name);
      delete client.connection.parsedStatements[name];
    }
  }

  async function sendPrepared(
    name: string,
    text: string,
    values: unknown[],
    begins: boolean,
  ): Promise<unknown> {
    // A statement that waits for another one may still use its name.
    if (!prepared.has(name) && running === 0) closeOthers();
    prepared.add(name);
    running++;
    try {
      if (begins && client.connection.parsedStatements[name])
        return await new Promise((resolve, reject) => {
          const callback = (error: Error | null, result: unknown) =>
            error ? reject(error) : resolve(result);
          send(new FirstStatement({ name, text, values }), callback);
        });
      if (begins) await send('begin');
      return await send({ name, text, values });
    } catch (error) {
      if (!(error instanceof pg.DatabaseError && outdatedCodes.has(error.code ?? ''))) throw error;
      outdated.add(error);
      forgetNames();
      // With `begin`, the status is that from before the transaction until the connection is ready again.
      if (begins || client.getTransactionStatus() !== 'I') throw error;
      return send(text, values);
    } finally {
      running--;
    }
  }

  /** Sends a statement that is not prepared. */
  async function sendPlain(begins: boolean, args: unknown[]): Promise<unknown> {
    if (begins) await send('begin');
    return send(...args);
  }

  Object.assign(client, {
    query(...args: unknown[]): unknown {
      const [text, values] = args;
      const isPlain = args.length === 2 && typeof text === 'string' && Array.isArray(values);
      if (isPlain && text === 'begin') {
        isBeginning = true;
        return Promise.resolve({ command: 'BEGIN', rowCount: null, rows: [] });
      }
      const begins = isBeginning;
      isBeginning = false;
      if (begins && (text === 'commit' || text === 'rollback'))
        return Promise.resolve({ command: text.toUpperCase(), rowCount: null, rows: [] });
      const name = isPlain && (values.length > 0 || startsWithParts(text)) ? nameOf(text) : undefined;
      if (name && isPlain) return sendPrepared(name, text, values, begins);
      return begins ? sendPlain(begins, args) : send(...args);
    },
  });
}
