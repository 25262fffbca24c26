import { availableParallelism } from 'node:os';
import PQueue from 'p-queue';
import { Piscina } from 'piscina';
import { ShopError, unavailable } from '../errors.ts';
import type { Log } from './log.ts';
import type { Outcome, WorkerTask } from './worker-thread.ts';

/** A module whose functions run in a worker thread: pure functions, whose arguments and results can be cloned. */
export type WorkerModule<Module> = {
  url: URL;
  /** The time limit of one task, including the start of a thread. */
  maxMs: number;
  /** The error for a task that exceeds this limit, or the memory of a thread. */
  tooSlow: () => ShopError;
  /** Its tasks go before others and have a queue of their own. */
  isUrgent?: boolean;
  /** The type of its exports. */
  exports?: Module;
};

type ArgumentsOf<Work> = Work extends (...args: infer Args) => unknown ? Args : never;
type ResultOf<Work> = Work extends (...args: never) => infer Result ? Cloned<Awaited<Result>> : never;
/** A Buffer loses its class between threads. */
type Cloned<Result> = Result extends Uint8Array ? Uint8Array : Result;

export type WorkerPool = ReturnType<typeof createWorkerPool>;

/**
 * Runs CPU-intensive functions in worker threads, so that they delay no request (decision 38). Threads start with the
 * first task and end after a minute without work. They get no environment variables and no database: only the arguments
 * of the task. At most `maxWaiting` urgent tasks wait, and as many others.
 */
export function createWorkerPool(log: Log, { maxThreads = coresForWorkers(), maxWaiting = 64 } = {}) {
  const pool = new Piscina<WorkerTask, Outcome>({
    filename: new URL('./worker-thread.ts', import.meta.url).href,
    minThreads: 0,
    maxThreads,
    idleTimeout: 60_000,
    env: {},
    atomics: 'disabled',
    resourceLimits: { maxOldGenerationSizeMb: 512 },
    workerHistogram: false,
    recordTiming: false,
  });
  pool.on('error', (error) => log.error({ err: error }, 'worker thread'));
  // Piscina's own queue would stall when a thread is terminated: it starts the next one only for a new task.
  const queue = new PQueue({ concurrency: maxThreads });

  async function runNow(task: WorkerTask, { maxMs, tooSlow }: WorkerModule<unknown>): Promise<Outcome> {
    const limit = new AbortController();
    // Unlike `AbortSignal.timeout`, a timer that is cleared creates no error later, whose stack costs more than the
    // timer.
    const timer = setTimeout(() => limit.abort(), maxMs);
    try {
      return await pool.run(task, { signal: limit.signal });
    } catch (error) {
      const exceeded = limit.signal.aborted ? 'time' : isOutOfMemory(error) ? 'memory' : undefined;
      if (!exceeded) throw error;
      log.warn({ task: task.name, maxMs, exceeded }, 'a worker task was ended');
      throw tooSlow();
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    /**
     * Calls a function of a module in a worker thread. Throws what the function throws; the error of the module after
     * its limit of time or memory; 503 if too many tasks wait.
     */
    async run<Module, Name extends keyof Module & string>(
      module: WorkerModule<Module>,
      name: Name,
      ...args: ArgumentsOf<Module[Name]>
    ): Promise<ResultOf<Module[Name]>> {
      const priority = module.isUrgent ? 1 : 0;
      if (queue.sizeBy({ priority }) >= maxWaiting)
        throw unavailable('The shop is very busy just now. Please try again in a moment.');
      const task = { url: module.url.href, name, args };
      const outcome = await queue.add(() => runNow(task, module), { priority });
      if ('refusal' in outcome) {
        const { code, message, errors } = outcome.refusal;
        throw new ShopError(code, message, { errors });
      }
      return outcome.result;
    },

    /** Waits for all tasks, and ends the threads. */
    async close(): Promise<void> {
      await queue.onIdle();
      await pool.destroy();
    },
  };
}

const isOutOfMemory = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';

/** All cores but the one of the requests. */
const coresForWorkers = () => Math.max(1, availableParallelism() - 1);
