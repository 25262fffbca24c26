// A worker process: it serves requests, and runs the background jobs if the primary process says so. The primary
// process has locked the data folder and runs the database, so a worker process ends with it.
import { readConfig, readWorkerPlace } from '../config.ts';
import { openShop } from './open-shop.ts';
import { createShutdown } from './shutdown.ts';
import { explainStartError } from './start-errors.ts';
import type { MessageFromWorker, MessageToWorker } from './worker-processes.ts';

/** Less than the 20 s of the primary process. */
const stopMs = 15_000;

const shutdown = createShutdown();
let shop: Awaited<ReturnType<typeof openShop>> | undefined;
const send = (message: MessageFromWorker) =>
  new Promise<void>((resolve) => void process.send?.(message, undefined, {}, () => resolve()));
const stop = () => void shutdown.end({ maxMs: stopMs });

process.on('disconnect', () => process.exit(1));
process.on('SIGTERM', stop);
// A terminal sends these to all processes; the primary process says what to do.
for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, () => {});
process.on('message', (message: MessageToWorker) => {
  if (message === 'stop') stop();
  if (message === 'run-jobs') void shop?.runJobs();
  if (message === 'retire') void shop?.retire().then(stop);
});

try {
  const { says, ...own } = readWorkerPlace();
  const say = (line: string) => void (says && process.stdout.write(`${line}\n`));
  shop = await openShop({ ...own, config: readConfig(), shutdown, say });
  await send({ opened: shop.opened });
  if (says) shop.warmUp();
} catch (error) {
  await shutdown.fail(() => send({ failed: explainStartError(error) }));
}
