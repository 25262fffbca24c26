import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { ShopError } from '../errors.ts';

/** A complete reply in every encoding. */
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
  /** Whether it may be stored: it was found, and all of its content was read. */
  isComplete: boolean;
};

type Entry = { page: CachedPage; tags: Set<string>; staleSince: number | undefined };

/** How long a stale page may be served while a fresh one renders. */
const staleForMs = 1000;

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/**
 * Stores complete pages in memory by address and evicts the least recently used; those of queries, such as searches,
 * have places of their own, so that they evict no other page. Concurrent misses render once.
 * `drop` marks the pages with a tag as stale; `expire` stops serving stale pages.
 */
export function createPageCache({
  maxPages = 500,
  maxQueries = 100,
  now = Date.now,
}: {
  maxPages?: number;
  maxQueries?: number;
  now?: () => number;
} = {}) {
  const entries = new Map<string, Entry>();
  const rendering = new Map<string, Promise<CachedPage>>();
  let expiredAt = -1;

  /** If `render` is refused with 503, a stale page is served, however old. */
  async function fetch(key: string, render: () => Promise<FreshPage>): Promise<CachedPage> {
    const entry = entries.get(key);
    if (!entry) return renderOnce(key, render);
    entries.delete(key);
    entries.set(key, entry);
    if (entry.staleSince === undefined) return entry.page;
    const fresh = renderOnce(key, render);
    if (entry.staleSince <= expiredAt || now() - entry.staleSince > staleForMs)
      return fresh.catch((error: unknown) => {
        if (error instanceof ShopError && error.code === 'unavailable') return entry.page;
        throw error;
      });
    // A later request, when the page is too old to serve, gets this error.
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
        if (isLatest && fresh.isComplete) store(key, page, fresh.tags, started);
        return page;
      })
      .finally(() => {
        if (rendering.get(key) === work) rendering.delete(key);
      });
    rendering.set(key, work);
    return work;
  }

  function store(key: string, page: CachedPage, tags: Set<string>, started: number): void {
    // The page may lack changes that were made while it rendered.
    const changed = clearedAt >= started || [...tags].some((tag) => (changes.get(tag) ?? -1) >= started);
    entries.delete(key);
    entries.set(key, { page, tags, staleSince: changed ? started : undefined });
    evict(isQuery(key) ? maxQueries : maxPages, isQuery(key));
  }

  const isQuery = (key: string) => key.includes('?');

  function evict(max: number, queries: boolean): void {
    const keys = [...entries.keys()].filter((key) => isQuery(key) === queries);
    for (const oldest of keys.slice(0, Math.max(0, keys.length - max))) entries.delete(oldest);
  }

  /** When each tag last changed. Cleared when nothing renders. */
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
