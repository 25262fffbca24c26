import type pg from 'pg';

export const callers = 16;
const ms = 4000;

/** Does work on a connection. Resolves with how many units it has done. */
export type Work = (client: pg.PoolClient) => Promise<number>;

/** How many units of work per second this number of callers does together. */
export async function rate(pool: pg.Pool, work: Work, count = callers): Promise<number> {
  let done = 0;
  const startedAt = performance.now();
  const one = async () => {
    const client = await pool.connect();
    try {
      while (performance.now() - startedAt < ms) done += await work(client);
    } finally {
      client.release();
    }
  };
  await Promise.all(Array.from({ length: count }, one));
  return done / ((performance.now() - startedAt) / 1000);
}

/** Runs `work` in a transaction. */
export const inTransaction =
  (work: Work): Work =>
  async (client) => {
    await client.query('begin');
    const done = await work(client);
    await client.query('commit');
    return done;
  };

export const sale = { content: 'x'.repeat(300) };
/** Writes an order of a few hundred bytes to the table `sales`. */
export const writeOrder = (client: pg.PoolClient) =>
  client.query({ name: 'order', text: 'insert into sales (content) values ($1)', values: [sale] });
