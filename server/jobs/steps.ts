import pLimit from 'p-limit';
import type { Log } from '../runtime/log.ts';
import { traced } from '../runtime/tracing.ts';

/** What a scheduled job does: its steps by name, in order. */
export type Steps<Data> = Record<string, (data: Data) => Promise<unknown>>;

/** Some steps of a job have failed; all of them were run. */
export class StepsFailed extends Error {
  override name = 'StepsFailed';
  readonly steps: string[];
  constructor(steps: string[]) {
    super(`Failed: ${steps.join(', ')}`);
    this.steps = steps;
  }
}

/** A step that takes longer is logged: the jobs of a kind wait for each other. */
const SLOW_MS = 30_000;

/**
 * Runs the steps of a job, one after the other, each of them also if earlier ones have failed. Logs those that fail or
 * are slow. Throws StepsFailed at the end if some failed.
 */
export async function runSteps<Data>(log: Log, steps: Steps<Data>, data: Data): Promise<void> {
  const failed: string[] = [];
  for (const [step, run] of Object.entries(steps)) {
    const startedAt = performance.now();
    const ms = () => Math.round(performance.now() - startedAt);
    try {
      await traced({ kind: 'step', name: step }, () => run(data));
      if (ms() > SLOW_MS) log.warn({ step, ms: ms() }, 'a step of a job was slow');
    } catch (err) {
      failed.push(step);
      log.error({ err, step, ms: ms() }, 'a step of a job failed');
    }
  }
  if (failed.length > 0) throw new StepsFailed(failed);
}

/**
 * Handles the row of each id, a few at a time. One that fails is logged as `failure` with its id, and is handled again
 * in the next run: for work that others can let fail, such as a provider that does not answer.
 */
export async function handleRows(
  log: Log,
  ids: string[],
  { idName, failure }: { idName: string; failure: string },
  handle: (id: string) => Promise<unknown>,
): Promise<void> {
  await pLimit(6).map(ids, (id) =>
    handle(id).catch((err: unknown) => log.warn({ err, [idName]: id }, failure)),
  );
}
