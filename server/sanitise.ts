import { badRequest, tooLarge } from './errors.ts';
import type { SanitisedText } from './rich-text.ts';
import type { WorkerModule, WorkerPool } from './runtime/worker-pool.ts';

const richText: WorkerModule<typeof import('./rich-text.ts')> = {
  url: new URL('./rich-text.ts', import.meta.url),
  maxMs: 10_000,
  tooSlow: () => tooLarge('This text takes too long to process. Please shorten it.'),
};

/** Sanitises rich texts in a worker thread. Throws 400 for the field with the same index if one is not valid. */
export async function sanitise(
  workers: WorkerPool,
  texts: { field: string; given: string }[],
): Promise<SanitisedText[]> {
  const results = await workers.run(
    richText,
    'sanitiseRichTexts',
    texts.map(({ given }) => given),
  );
  return results.map((result, i) => {
    if (!('problem' in result)) return result;
    throw badRequest(result.problem, { [texts[i]?.field ?? '']: result.problem });
  });
}
