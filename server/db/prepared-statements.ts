import pg from 'pg';

/** A statement is prepared when it has been sent so often. */
const prepareAfter = 20;
/** Each connection keeps the plans of its prepared statements in memory. */
const maxPrepared = 250;
/** Statements that are counted at once; the lengths of lists vary, so there is no end of different ones. */
const maxCounted = 2000;

const counts = new Map<string, number>();
const names = new Map<string, string>();
let generation = 0;

/** The name under which a statement is prepared, or undefined if it is not sent often. */
function nameOf(text: string): string | undefined {
  const name = names.get(text);
  if (name || names.size >= maxPrepared) return name;
  const count = (counts.get(text) ?? 0) + 1;
  if (count < prepareAfter) {
    if (counts.size >= maxCounted) counts.clear();
    counts.set(text, count);
    return undefined;
  }
  counts.delete(text);
  names.set(text, `often_${generation}_${names.size}`);
  return names.get(text);
}

/** Whether a prepared `select *` has other columns now, because another process has migrated the database. */
export function isOutdatedPlan(error: unknown): boolean {
  const { code, routine } = error as { code?: string; routine?: string };
  return code === '0A000' && routine === 'RevalidateCachedQuery';
}

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
      if (!isOutdatedPlan(error)) throw error;
      generation++;
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
