import pg from 'pg';

/** A statement is prepared when it has been sent so often. */
const prepareAfter = 20;
/** How many a process prepares in all, also under new names: each connection keeps their plans in memory. */
const maxPrepared = 250;
/** Statements that are counted at once; the lengths of lists vary, so there is no end of different ones. */
const maxCounted = 2000;

const counts = new Map<string, number>();
const names = new Map<string, string>();
let prepared = 0;

/** The name under which a statement is prepared, or undefined if it is not sent often. */
function nameOf(text: string): string | undefined {
  const name = names.get(text);
  if (name || prepared >= maxPrepared) return name;
  const count = (counts.get(text) ?? 0) + 1;
  if (count < prepareAfter) {
    if (counts.size >= maxCounted) counts.clear();
    counts.set(text, count);
    return undefined;
  }
  counts.delete(text);
  names.set(text, `often_${prepared++}`);
  return names.get(text);
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

  async function sendPrepared(name: string, text: string, values: unknown[]): Promise<unknown> {
    try {
      return await send({ name, text, values });
    } catch (error) {
      if (!(error instanceof pg.DatabaseError && outdatedCodes.has(error.code ?? ''))) throw error;
      outdated.add(error);
      names.clear();
      if (client.getTransactionStatus() !== 'I') throw error;
      return send(text, values);
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
