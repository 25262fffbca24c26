import { execFileSync } from 'node:child_process';
import cluster from 'node:cluster';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startWorkerProcesses } from './worker-processes.ts';

/** Opens, does nothing, and ends when it is told to stop. */
const worker = `process.send({ opened: { isTest: true, demo: [] } });
process.on('message', (message) => message === 'stop' && process.exit());
process.on('disconnect', () => process.exit());`;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'haat-worker-'));
  const exec = path.join(folder, 'worker.cjs');
  await writeFile(exec, worker);
  cluster.setupPrimary({ exec, execArgv: [] });
});
afterAll(() => rm(folder, { recursive: true }));

/** Kills a process, and returns when it has ended but this process has not heard of it. */
function killUnnoticed(pid: number): void {
  process.kill(pid, 'SIGKILL');
  const state = () => execFileSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' }).trim();
  while (!state().startsWith('Z'));
}

it('survives a message to a worker process that has just ended (T-CRS-19)', async () => {
  const workers = startWorkerProcesses({ count: 2, databaseUrl: '', print: () => {} });
  await workers.opened;
  for (const each of Object.values(cluster.workers ?? {})) killUnnoticed(each?.process.pid ?? 0);
  await workers.stop();
  expect(Object.keys(cluster.workers ?? {})).toEqual([]);
});
