import { execFileSync } from 'node:child_process';
import cluster from 'node:cluster';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, it, vi } from 'vitest';
import { startWorkerProcesses } from './worker-processes.ts';

/** Opens, does nothing, and ends when it is told to stop. */
const worker = `process.send({ opened: { isTest: true, demo: [] } });
process.on('message', (message) => message === 'stop' && process.exit());
process.on('disconnect', () => process.exit());`;

/** Ends as soon as it has opened. */
const failingWorker = `process.send({ opened: { isTest: true, demo: [] } }, () => process.exit(3));`;

const folder = await mkdtemp(path.join(tmpdir(), 'haat-worker-'));
afterAll(() => rm(folder, { recursive: true }));

async function useWorker(code: string): Promise<void> {
  const exec = path.join(folder, 'worker.cjs');
  await writeFile(exec, code);
  cluster.setupPrimary({ exec, execArgv: [] });
}

/** Kills a process, and returns when it has ended but this process has not heard of it. */
function killUnnoticed(pid: number): void {
  process.kill(pid, 'SIGKILL');
  const state = () => execFileSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' }).trim();
  while (!state().startsWith('Z'));
}

it('survives a message to a worker process that has just ended (T-CRS-19)', async () => {
  await useWorker(worker);
  const workers = startWorkerProcesses({ count: 2, databaseUrl: '', print: () => {} });
  await workers.opened;
  for (const worker of Object.values(cluster.workers ?? {})) killUnnoticed(worker?.process.pid ?? 0);
  await workers.stop();
  expect(Object.keys(cluster.workers ?? {})).toEqual([]);
});

it('waits longer each time before it replaces a worker process that ends soon after its start (T-CRS-21)', async () => {
  await useWorker(failingWorker);
  const ends: string[] = [];
  const print = (line: string) => void (line.includes('ended unexpectedly') && ends.push(line));
  const workers = startWorkerProcesses({ count: 1, databaseUrl: '', print });
  await vi.waitFor(() => expect(ends.length).toBeGreaterThan(2), { timeout: 60_000 });
  await workers.stop();
  expect(ends.slice(0, 3)).toEqual(
    ['0.5', '1', '2'].map(
      (seconds) => `A worker process ended unexpectedly (code 3); starting another one in ${seconds} s`,
    ),
  );
});
