import { symbols } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase } from '../../tests/support/database.ts';
import { longIt } from '../../tests/support/long-run.ts';
import { openDatabase, openPool, transaction } from '../db/database.ts';
import { createLog } from '../runtime/log.ts';
import { type Handlers, LONGEST_JOB_MS, listFailedJobs, runSteps, startJobs } from './jobs.ts';

let queue: Awaited<ReturnType<typeof startJobs>>;
const done: string[] = [];
const tries = new Map<string, number>();
const logged: string[] = [];
const broken = new Set(['pictures', 'sizes']);
const runs: string[] = [];
const hang = Promise.withResolvers<void>();

const database = await createTestDatabase();
const pool = openPool(database.url, 4);
const db = openDatabase(pool);
beforeAll(async () => {
  const log = createLog('error');
  Reflect.set(log, symbols.streamSym, { write: (line: string) => logged.push(line) });
  queue = await startJobs(database.url, log);
  const nothing = async () => {};
  const names = ['webhook-event', 'refund', 'account-link', 'minute', 'batch', 'print', 'import'] as const;
  const handlers = {
    ...Object.fromEntries(names.map((name) => [name, nothing])),
    async mail({ mailId }: { mailId: string }) {
      const tried = (tries.get(mailId) ?? 0) + 1;
      tries.set(mailId, tried);
      if (mailId.startsWith('bad') && tried === 1) throw new Error('not now');
      if (mailId === 'hangs') await hang.promise;
      done.push(mailId);
    },
    async 'account-mail'({ mailId }: { mailId: string }) {
      done.push(mailId);
    },
    async 'half-pictures'() {
      const step = (name: string) => async () => {
        runs.push(name);
        if (broken.has(name)) throw new Error('no folder');
      };
      await runSteps(log, { pictures: step('pictures'), videos: step('videos'), sizes: step('sizes') }, {});
    },
  } as unknown as Handlers;
  await queue.run(handlers, { backup: '0 * * * *' });
});
afterAll(async () => {
  await queue.stop();
  await pool.end();
  await database.drop();
});

const enqueue = (ids: string[]) =>
  transaction(db, async (trx) => {
    for (const mailId of ids) await queue.jobs.enqueue(trx, 'mail', { mailId });
  });

longIt('runs jobs in parallel, and retries and logs failed ones without delaying the rest', async () => {
  const ids = ['one', 'bad', 'two', 'three', 'four'];
  await enqueue(ids);
  await expect
    .poll(() => done.filter((id) => id !== 'bad').toSorted())
    .toEqual(['four', 'one', 'three', 'two']);
  await expect.poll(() => done).toContain('bad');
  expect(tries.get('one')).toBe(1);
  const failures = logged.map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(failures).toEqual([
    expect.objectContaining({
      msg: 'job failed',
      job: 'mail',
      err: expect.objectContaining({ message: 'not now' }),
    }),
  ]);
});

it('a mail that hangs delays neither the mails beside and behind it nor those of other kinds (T-FLT-14)', async () => {
  await enqueue(['hangs', 'beside']);
  await expect.poll(() => done).toContain('beside');
  await enqueue(['behind']);
  await queue.jobs.enqueue(db, 'account-mail', { mailId: 'password' });
  await expect.poll(() => done, { timeout: 20_000 }).toEqual(expect.arrayContaining(['behind', 'password']));
  expect(done).not.toContain('hangs');
  hang.resolve();
  await expect.poll(() => done).toContain('hangs');
});

it('runs no job of a transaction that was rolled back', async () => {
  const lost = transaction(db, async (trx) => {
    await queue.jobs.enqueue(trx, 'mail', { mailId: 'lost' });
    throw new Error('rolled back');
  });
  await expect(lost).rejects.toThrow('rolled back');
  await enqueue(['after']);
  await expect.poll(() => done).toContain('after');
  expect(done).not.toContain('lost');
});

it('runs scheduled jobs by the clock of India', async () => {
  const { rows } = await pool.query(`select cron, timezone from pgboss.schedule where name = 'backup'`);
  expect(rows).toEqual([{ cron: '0 * * * *', timezone: 'Asia/Kolkata' }]);
});

it('the steps of a scheduled job that failed are listed until they succeed (T-FLT-16)', async () => {
  expect(await listFailedJobs(db)).toEqual([]);
  await queue.jobs.enqueue(db, 'half-pictures', {});
  await expect.poll(() => listFailedJobs(db)).toEqual(['pictures', 'sizes']);
  expect(runs).toEqual(['pictures', 'videos', 'sizes']);
  const lines = logged.map((line) => JSON.parse(line) as Record<string, unknown>);
  for (const step of ['pictures', 'sizes'])
    expect(lines).toContainEqual(
      expect.objectContaining({ job: 'half-pictures', step, ms: expect.any(Number) }),
    );
  broken.delete('sizes');
  await queue.jobs.enqueue(db, 'half-pictures', {});
  await expect.poll(() => listFailedJobs(db)).toEqual(['pictures']);
  broken.clear();
  await queue.jobs.enqueue(db, 'half-pictures', {});
  await expect.poll(() => listFailedJobs(db)).toEqual([]);
});

it('no job has a longer time limit than a replaced process waits for (T-CRS-20)', async () => {
  const { rows } = await pool.query('select max(expire_seconds)::int as longest from pgboss.queue');
  expect(rows).toEqual([{ longest: LONGEST_JOB_MS / 1000 }]);
});
