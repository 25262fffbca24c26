import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';

/** An arbitrary number, the same in every process and different from that of the migrations. */
const lockKey = 4242_1948;

/**
 * Runs `work` while no other process prepares this database: of several first starts at once, one fills it and the
 * others find it filled. Calls `onWait` if another process is preparing it, and throws if `isStopped` meanwhile.
 */
export async function withStartLock<T>(
  pool: pg.Pool,
  onWait: () => void,
  work: () => Promise<T>,
  isStopped = () => pool.ending,
): Promise<T> {
  const client = await pool.connect();
  const isFree = async () =>
    (await client.query<{ isFree: boolean }>('select pg_try_advisory_lock($1) as "isFree"', [lockKey]))
      .rows[0]?.isFree;
  try {
    for (let isReported = false; !(await isFree()); await sleep(200)) {
      if (isStopped()) throw new Error('The start was stopped while another one prepared the database');
      if (!isReported) onWait();
      isReported = true;
    }
    return await work();
  } finally {
    // The lock ends with its connection.
    client.release(true);
  }
}
