import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** A whole answer as it is sent: each encoding made once. */
export type CachedPage = {
  status: number;
  headers: Record<string, string>;
  etag: string;
  plain: Buffer;
  br: Buffer;
  gzip: Buffer;
};

export type FreshPage = {
  status: number;
  headers: Record<string, string>;
  body: string;
  tags: Set<string>;
  /** Something that the page shows could not be had. */
  failed: boolean;
};

type Entry = { page: CachedPage; tags: Set<string>; staleSince: number | undefined };

/** A stale page may be served this long while a fresh one renders (design, Speed). */
const staleForMs = 1000;

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/**
 * Whole pages in memory by address, the least recently used dropped first. Concurrent misses render once;
 * `drop` marks pages with a tag as stale; `expire` stops serving stale pages.
 */
export function createPageCache({
  maxPages = 500,
  now = Date.now,
}: {
  maxPages?: number;
  now?: () => number;
} = {}) {
  const entries = new Map<string, Entry>();
  const rendering = new Map<string, Promise<CachedPage>>();
  let expiredAt = -1;

  async function fetch(key: string, render: () => Promise<FreshPage>): Promise<CachedPage> {
    const entry = entries.get(key);
    if (!entry) return renderOnce(key, render);
    entries.delete(key);
    entries.set(key, entry);
    if (entry.staleSince === undefined) return entry.page;
    const fresh = renderOnce(key, render);
    if (entry.staleSince <= expiredAt || now() - entry.staleSince > staleForMs) return fresh;
    // The failure is seen by whoever asks once the page is too old to serve.
    fresh.catch(() => {});
    return entry.page;
  }

  function renderOnce(key: string, render: () => Promise<FreshPage>): Promise<CachedPage> {
    const running = rendering.get(key);
    if (running) return running;
    const started = now();
    const work = render()
      .then(async (fresh) => {
        const page = await pack(fresh);
        const isLatest = rendering.get(key) === work;
        if (isLatest && fresh.status === 200 && !fresh.failed) keep(key, page, fresh.tags, started);
        return page;
      })
      .finally(() => {
        if (rendering.get(key) === work) rendering.delete(key);
      });
    rendering.set(key, work);
    return work;
  }

  function keep(key: string, page: CachedPage, tags: Set<string>, started: number): void {
    // What changed while it rendered may not be in it.
    const changed = clearedAt >= started || [...tags].some((tag) => (changes.get(tag) ?? -1) >= started);
    entries.delete(key);
    entries.set(key, { page, tags, staleSince: changed ? started : undefined });
    for (const oldest of entries.keys()) {
      if (entries.size <= maxPages) break;
      entries.delete(oldest);
    }
  }

  /** When each tag last changed; forgotten with the pages once nothing renders. */
  const changes = new Map<string, number>();
  let clearedAt = -1;

  function drop(tag: string): void {
    if (rendering.size === 0) changes.clear();
    changes.set(tag, now());
    for (const entry of entries.values()) if (entry.tags.has(tag)) entry.staleSince ??= now();
  }

  /** Stops serving pages that were rendered, or began to render, before the last drop. */
  function expire(): void {
    expiredAt = now();
    rendering.clear();
  }

  function clear(): void {
    clearedAt = now();
    entries.clear();
  }

  return { fetch, drop, expire, clear };
}

async function pack({ status, headers, body }: FreshPage): Promise<CachedPage> {
  const plain = Buffer.from(body);
  const [br, gz] = await Promise.all([
    brotli(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
    zip(plain),
  ]);
  const etag = `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`;
  return { status, headers, etag, plain, br, gzip: gz };
}
