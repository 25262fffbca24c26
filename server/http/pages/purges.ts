import path from 'node:path';
import type { Config } from '../../config.ts';
import type { Deps } from '../../deps.ts';
import type { JobData } from '../../jobs/jobs.ts';
import { appendLine } from '../../runtime/append-line.ts';
import type { Log } from '../../runtime/log.ts';
import { edgeTag } from '../edge.ts';

type Tags = JobData['cdn-purge']['tags'];
type Cdn = NonNullable<Config['cdn']>;

/** Changes within this time, in milliseconds, are purged together. */
const firstDelayMs = 100;
/** The shortest time between two purges, so that a rush of orders does not use up the limits of the CDN. */
const gapMs = 1000;
/** More tags than one request may have (Cloudflare) purge everything. */
const maxTags = 30;
const timeoutMs = 10_000;

/** Changes of orders and the notices of processes are in no reply that a CDN keeps. */
const isShown = (tag: string) => !/^(order|listening):/.test(tag);

/**
 * Collects the tags of changes and enqueues a purge of them: shortly after the first one, and at most every second.
 * What can't be enqueued now is enqueued later.
 */
export function collectPurges(enqueue: (data: JobData['cdn-purge']) => Promise<void>, log: Log) {
  let waiting = new Set<string>();
  let isAll = false;
  let timer: NodeJS.Timeout | undefined;
  let lastAt = Number.NEGATIVE_INFINITY;
  let running = Promise.resolve();

  function plan(): void {
    timer ??= setTimeout(() => void flush(), Math.max(firstDelayMs, lastAt + gapMs - performance.now()));
  }

  /** Enqueues what waits. Resolves when this and what was on its way is enqueued. */
  function flush(): Promise<void> {
    running = running.then(enqueueWaiting);
    return running;
  }

  async function enqueueWaiting(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    if (waiting.size === 0 && !isAll) return;
    lastAt = performance.now();
    const tags: Tags = isAll || waiting.size > maxTags ? 'all' : [...waiting].map(edgeTag);
    const before = waiting;
    waiting = new Set();
    isAll = false;
    await enqueue({ tags }).catch((err: unknown) => {
      log.warn({ err }, 'a purge of the CDN could not be enqueued');
      for (const tag of before) waiting.add(tag);
      isAll ||= tags === 'all';
      plan();
    });
  }

  return {
    add(tag: string): void {
      if (!isShown(tag)) return;
      waiting.add(tag);
      plan();
    },
    /** Changes may have been missed, or the pages are of another version. */
    addAll(): void {
      isAll = true;
      plan();
    },
    flush,
  };
}

/** The job that lets the CDN drop replies. It is repeated if the CDN does not accept it. */
export const purgeTasks = ({ config }: Pick<Deps, 'config'>) => ({
  async 'cdn-purge'({ tags }: JobData['cdn-purge']): Promise<void> {
    // A setting that was removed leaves jobs.
    if (config.cdn) await send[config.cdn.kind](config.cdn, tags, config);
  },
});

const send: Record<Cdn['kind'], (cdn: Cdn, tags: Tags, config: Config) => Promise<void>> = {
  // https://developers.cloudflare.com/api/resources/cache/methods/purge/
  cloudflare: ({ apiUrl, token, zone }, tags) =>
    post(
      `${apiUrl}/client/v4/zones/${zone}/purge_cache`,
      { authorization: `Bearer ${token}` },
      tags === 'all' ? { purge_everything: true } : { tags },
    ),

  // https://www.fastly.com/documentation/reference/api/purging/
  fastly: ({ apiUrl, token, zone }, tags) =>
    post(
      `${apiUrl}/service/${zone}/${tags === 'all' ? 'purge_all' : 'purge'}`,
      { 'fastly-key': token },
      tags === 'all' ? {} : { surrogate_keys: tags },
    ),

  /** One JSON object per line, for a program of the owner that tells their own cache. */
  log: (_cdn, tags, { dataDir }) => appendLine(path.join(dataDir, 'purges.log'), { at: new Date(), tags }),
};

/** Throws unless the CDN accepts it. Its message is not logged, because it may repeat the token. */
async function post(url: string, headers: Record<string, string>, body: object): Promise<void> {
  const { ok, status } = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(timeoutMs),
  });
  if (!ok) throw new Error(`The CDN replied to a purge with ${status}`);
}
