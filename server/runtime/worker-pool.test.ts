import { afterAll, expect, it } from 'vitest';
import { createFlag, workerTasks as tasks } from '../../tests/support/blocked-workers.ts';
import { longIt } from '../../tests/support/long-run.ts';
import { createLog } from './log.ts';
import { createWorkerPool } from './worker-pool.ts';

const pool = createWorkerPool(createLog('silent'), { maxThreads: 1, maxWaiting: 2 });
afterAll(() => pool.close());

it('gives threads the arguments of a task, and no environment variables', async () => {
  expect(process.env.PATH).toBeTruthy();
  expect(await pool.run(tasks, 'environment')).toEqual({});
  expect(await pool.run(tasks, 'double', 21)).toBe(42);
});

it('passes on the error of a task with its code and fields', async () => {
  await expect(pool.run(tasks, 'refuse')).rejects.toMatchObject({
    status: 400,
    code: 'validation_failed',
    message: 'Not like this',
    errors: { field: 'Wrong' },
  });
});

it('ends a task that exceeds its time, and runs those that wait (T-CPU-01)', async () => {
  const started = createFlag();
  const endless = pool.run({ ...tasks, maxMs: 1500 }, 'spin', started.flag);
  const next = pool.run(tasks, 'double', 4);
  await expect(endless).rejects.toMatchObject({ status: 503, message: 'Too slow' });
  expect(started.flag[0]).toBe(1);
  expect(await next).toBe(8);
});

it('refuses a task with 503 and Retry-After while too many wait', async () => {
  const gate = createFlag();
  const waiting = [1, 2, 3].map(() => pool.run(tasks, 'wait', gate.flag));
  await expect(pool.run(tasks, 'double', 1)).rejects.toMatchObject({ status: 503, retryAfter: 5 });
  gate.set();
  await Promise.all(waiting);
  expect(await pool.run(tasks, 'double', 1)).toBe(2);
});

it('has room for urgent tasks while others fill the queue, and runs them first (T-CPU-08)', async () => {
  const gate = createFlag();
  const done: string[] = [];
  const others = [1, 2, 3].map(() => pool.run(tasks, 'wait', gate.flag).then(() => done.push('other')));
  const urgent = pool.run({ ...tasks, isUrgent: true }, 'double', 4).then(() => done.push('urgent'));
  gate.set();
  await Promise.all([urgent, ...others]);
  expect(done).toEqual(['other', 'urgent', 'other', 'other']);
});

async function expectSurvived(end: 'crash' | 'fillMemory', error: object) {
  await expect(pool.run(tasks, end)).rejects.toMatchObject(error);
  expect(await pool.run(tasks, 'double', 3)).toBe(6);
}

it('survives a thread that crashes', () => expectSurvived('crash', {}));

longIt('survives a thread that fills its memory', () =>
  expectSurvived('fillMemory', { message: 'Too slow' }),
);

it('finishes what runs before it closes', async () => {
  const another = createWorkerPool(createLog('silent'), { maxThreads: 1 });
  const gate = createFlag();
  const running = another.run(tasks, 'wait', gate.flag);
  const closed = another.close();
  gate.set();
  await running;
  await closed;
});
