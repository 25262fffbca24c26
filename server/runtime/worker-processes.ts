import cluster, { type Worker } from 'node:cluster';
import { setTimeout as sleep } from 'node:timers/promises';
import type { OpenedShop } from './open-shop.ts';
import { StartError } from './start-errors.ts';

export type MessageToWorker = 'run-jobs' | 'retire' | 'stop';
/** `failed`: why it does not start. */
export type MessageFromWorker = { opened: OpenedShop } | { failed: string };

/** Before one that ran long is replaced, before one that ended soon or did not open, and after further ones. */
const RESTART_PAUSES_MS = [0, 500, 1_000, 2_000, 5_000];
/** A worker process that ran so long had no problem at its start. */
const STABLE_MS = 60_000;

/**
 * Runs the shop in `count` worker processes and replaces those that end (decision 71). They share nothing but the
 * database and the files. One of them runs the background jobs.
 */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: which processes serve, start and leave is one state
export function startWorkerProcesses({
  count,
  databaseUrl,
  print,
}: {
  count: number;
  databaseUrl: string;
  print: (line: string) => void;
}) {
  /** Those that are open, in the order of their start, each with its place among them. The first one runs the jobs. */
  let serving: { worker: Worker; index: number }[] = [];
  /** Its replacement is starting. */
  let outgoing: (typeof serving)[number] | undefined;
  let isStopping = false;
  /** All that run, also those that were replaced, with how they end. */
  const running = new Map<Worker, Promise<string>>();
  /** Those that have not opened yet. */
  const starting = new Set<Worker>();
  /** How many in a row ended soon or did not open at each place. */
  const failures = new Map<number, number>();
  const countFailure = (index: number) => failures.set(index, (failures.get(index) ?? 0) + 1);
  const pauseOf = (index: number) =>
    RESTART_PAUSES_MS[Math.min(failures.get(index) ?? 0, RESTART_PAUSES_MS.length - 1)] ?? 0;
  const send = (worker: Worker, message: MessageToWorker) => {
    if (worker.isConnected()) worker.send(message);
  };

  /** Starts one, which is told to print what it prepares if it `says` so. Throws a StartError if it does not open. */
  async function open(index: number, { says = false } = {}): Promise<OpenedShop> {
    const worker = cluster.fork({
      WORKER_DATABASE_URL: databaseUrl,
      WORKER_INDEX: index,
      WORKER_SAYS: says ? '1' : '',
    });
    const startedAt = performance.now();
    const ended = endOf(worker).finally(() => running.delete(worker));
    running.set(worker, ended);
    starting.add(worker);
    const opening = new Promise<MessageFromWorker>((resolve) => worker.once('message', resolve));
    const result = await Promise.race([opening, ended.then(() => undefined)]);
    starting.delete(worker);
    if (!result || 'failed' in result) {
      await ended;
      countFailure(index);
      throw new StartError(result?.failed ?? 'A worker process ended during its start.');
    }
    const member = { worker, index };
    serving.push(member);
    if (serving[0] === member) send(worker, 'run-jobs');
    void ended.then((reason) => {
      if (performance.now() - startedAt > STABLE_MS) failures.delete(index);
      else countFailure(index);
      if (isStopping || !leave(member)) return;
      const pause = pauseOf(index) / 1000;
      print(`A worker process ended unexpectedly (${reason}); starting another one in ${pause} s`);
      if (member !== outgoing) void restart(index);
    });
    return result.opened;
  }

  /** False if it has left before. If it ran the jobs, another one runs them from now on. */
  function leave(member: (typeof serving)[number]): boolean {
    const position = serving.indexOf(member);
    serving = serving.filter((running) => running !== member);
    if (position === 0 && serving[0]) send(serving[0].worker, 'run-jobs');
    return position >= 0;
  }

  async function restart(index: number): Promise<void> {
    for (;;) {
      await sleep(pauseOf(index));
      if (isStopping) return;
      try {
        await open(index);
        print('The worker process has been replaced');
        return;
      } catch (error) {
        if (!isStopping) print((error as Error).message);
      }
    }
  }

  async function openAll(): Promise<OpenedShop> {
    // The first one prepares the database.
    const opened = await open(0, { says: true });
    await Promise.all(Array.from({ length: count - 1 }, (_, n) => open(n + 1)));
    return opened;
  }

  async function replaceAll(): Promise<void> {
    const old = [...serving];
    print(`Replacing ${old.length} worker processes …`);
    for (const [replaced, member] of old.entries()) {
      if (isStopping) return;
      outgoing = member;
      try {
        await open(member.index, { says: replaced === 0 });
      } catch (error) {
        if (isStopping) return;
        print((error as Error).message);
        print(`${old.length - replaced} worker processes were not replaced; they go on`);
        if (!serving.includes(member)) void restart(member.index);
        return;
      } finally {
        outgoing = undefined;
      }
      if (leave(member)) send(member.worker, 'retire');
    }
    print('The worker processes have been replaced');
  }

  const opened = openAll();
  let replacing: Promise<unknown> = opened;
  let isReplacementQueued = false;
  return {
    /** Resolves when all are open; rejects if one does not start. */
    opened,

    /** Replaces them one after the other: a new one is open before an old one accepts no more connections. */
    replace(): void {
      if (isReplacementQueued) return;
      isReplacementQueued = true;
      const begin = () => {
        isReplacementQueued = false;
        return replaceAll();
      };
      replacing = replacing.then(begin, () => {});
    },

    /** Stops all, also those that were replaced, and waits for their end. */
    async stop(): Promise<void> {
      isStopping = true;
      for (const worker of running.keys()) {
        // It has nothing to finish, and on a busy machine its start takes longer than a stop may.
        if (starting.has(worker)) worker.process.kill('SIGKILL');
        else send(worker, 'stop');
      }
      await Promise.all(running.values());
    },
  };
}

/** Resolves with the signal or exit code of a worker process, or with the reason why it could not be started. */
function endOf(worker: Worker): Promise<string> {
  return new Promise((resolve) => {
    worker.once('exit', (code, signal) => resolve(signal ?? `code ${code}`));
    // A message to one that has just ended is an error too; its exit follows.
    worker.on('error', (error) => {
      if (worker.process.pid === undefined) resolve(error.message);
    });
  });
}
