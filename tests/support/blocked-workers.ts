import { unavailable } from '../../server/errors.ts';
import type { WorkerModule, WorkerPool } from '../../server/runtime/worker-pool.ts';

export const workerTasks: WorkerModule<typeof import('./worker-tasks.ts')> = {
  url: new URL('./worker-tasks.ts', import.meta.url),
  maxMs: 60_000,
  tooSlow: () => unavailable('Too slow'),
};

/** A number that threads share; `set` makes it 1. */
export function createFlag() {
  const flag = new Int32Array(new SharedArrayBuffer(4));
  const set = () => {
    Atomics.store(flag, 0, 1);
    Atomics.notify(flag, 0);
  };
  return { flag, set };
}

/** Blocks the only thread of a pool until `release` is called. */
export function blockWorkers(workers: WorkerPool) {
  const { flag, set } = createFlag();
  const blocked = workers.run(workerTasks, 'wait', flag);
  return {
    async release() {
      set();
      await blocked;
    },
  };
}
