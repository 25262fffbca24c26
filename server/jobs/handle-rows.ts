import pLimit from 'p-limit';
import type { Log } from '../runtime/log.ts';

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
