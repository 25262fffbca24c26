import { availableParallelism, cpus, totalmem } from 'node:os';
import { Worker } from 'node:worker_threads';

/** A fixed calculation that takes about 30 ms, and its duration. */
const calculation = `const { parentPort } = require('node:worker_threads');
  parentPort.on('message', () => {
    const startedAt = performance.now();
    let x = 1;
    for (let i = 0; i < 2e7; i++) { x ^= x << 13; x ^= x >> 17; x ^= x << 5; }
    parentPort.postMessage([performance.now() - startedAt, x]);
  })`;

/** The machine in neutral words. */
export const machine = () =>
  `${availableParallelism()} cores (${cpus()[0]?.model.trim()}), ${Math.round(totalmem() / 2 ** 30)} GB of memory, Node ${process.versions.node}, ${process.platform}`;

/**
 * Shows how busy the machine is with other work: times a fixed calculation on every core at once. `noise` is the
 * duration on the slowest core in relation to the fastest duration so far; 1 is quiet.
 */
export function startNoiseMeter() {
  const workers = Array.from(
    { length: availableParallelism() },
    () => new Worker(calculation, { eval: true }),
  );
  let fastest = Number.POSITIVE_INFINITY;
  let worst = 1;

  async function measure(): Promise<number> {
    const times = await Promise.all(
      workers.map(
        (worker) =>
          new Promise<number>((resolve) => {
            worker.once('message', ([ms]: [number]) => resolve(ms));
            worker.postMessage('');
          }),
      ),
    );
    const slowest = Math.max(...times);
    fastest = Math.min(fastest, slowest);
    worst = Math.max(worst, slowest / fastest);
    return slowest / fastest;
  }

  return {
    measure,
    /** The most noise so far. */
    worst: () => worst,
    stop: () => Promise.all(workers.map((worker) => worker.terminate())),
  };
}

export type NoiseMeter = ReturnType<typeof startNoiseMeter>;
