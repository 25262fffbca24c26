import { ShopError } from '../../errors.ts';
import type { Edge } from '../edge.ts';
import {
  type CachedReply,
  type EncodedReply,
  type Encoding,
  type FreshReply,
  getEncoded,
  makeDense,
  packReply,
  sizeOf,
} from './reply-encodings.ts';

type Entry = {
  reply: CachedReply;
  size: number;
  tags: Set<string>;
  madeAt: number;
  staleSince: number | undefined;
};

/** `begun`: the number of changes that were known when it began. */
type Making = { work: Promise<CachedReply>; begun: number };

/** How long a stale page may be served while a fresh one renders. */
const staleForMs = 1000;
/** A reply of this age is stale even if no change of it is known. */
const maxAgeMs = 60_000;

export type ReplyCache = ReturnType<typeof createReplyCache>;

/**
 * Stores complete replies in memory by address, within a number of bytes, and evicts the least recently used; those of
 * queries, such as searches, have places of their own, so that they evict no other reply. Concurrent misses read once.
 * `drop` marks the replies with a tag as stale; `expire` stops serving stale replies. After `setNotified(false)`
 * changes are not known, so new replies are stored as stale. After a minute every reply with a tag is stale. `headers`
 * are added to each; `edge` marks those that shared caches may keep.
 */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: replies, those being made and changes are one state
export function createReplyCache({
  headers = {},
  edge,
  maxBytes = 32e6,
  maxQueryBytes = 16e6,
  now = Date.now,
}: {
  headers?: Record<string, string>;
  edge?: Edge;
  maxBytes?: number;
  maxQueryBytes?: number;
  now?: () => number;
} = {}) {
  const pages = createPlaces(maxBytes);
  const queries = createPlaces(maxQueryBytes);
  const making = new Map<string, Making>();
  /** The requests since the start: sent from the cache, from there although stale, or made. */
  const counts = { hit: 0, stale: 0, miss: 0 };
  let expiredAt = -1;
  let isNotified = true;

  /** A reply with the headers of all. */
  const pack = (fresh: FreshReply) => packReply(edge?.mark(fresh) ?? fresh, headers);

  const placesOf = (address: string) => (address.includes('?') ? queries : pages);

  /** The stored reply if nothing of it has changed. */
  function findFresh(address: string): CachedReply | undefined {
    const entry = placesOf(address).use(address);
    // What has no tag shows nothing of the database.
    if (entry && entry.tags.size > 0 && now() - entry.madeAt > maxAgeMs) entry.staleSince ??= now();
    if (!entry || entry.staleSince !== undefined) return undefined;
    // It is requested again, so a smaller encoding is worth its time. Until then, and if it fails, the first one is sent.
    if (!entry.reply.isDense) makeDense(entry.reply).catch(() => {});
    return entry.reply;
  }

  /** Whether a reply is stored at this address, and nothing of it has changed. */
  function isFresh(address: string, reply: CachedReply): boolean {
    const entry = placesOf(address).entries.get(address);
    return entry?.reply === reply && entry.staleSince === undefined;
  }

  /**
   * The reply at an address, stored or made. A stale one is served for a second while a new one is made, and however
   * old if making one is refused with 503. `isExact`: no stale one, and none whose making began before the last change.
   */
  async function fetch(
    address: string,
    make: () => Promise<FreshReply>,
    { isExact = false } = {},
  ): Promise<CachedReply> {
    const fresh = findFresh(address);
    if (fresh) {
      counts.hit++;
      return fresh;
    }
    const entry = placesOf(address).entries.get(address);
    const work = makeOnce(address, make, isExact);
    if (!entry || isExact) {
      counts.miss++;
      return work;
    }
    const { reply, staleSince = 0 } = entry;
    if (staleSince <= expiredAt || now() - staleSince > staleForMs) {
      counts.miss++;
      return work.catch((error: unknown) => {
        if (error instanceof ShopError && error.code === 'unavailable') return reply;
        throw error;
      });
    }
    counts.stale++;
    // A later request, when the page is too old to serve, gets this error.
    work.catch(() => {});
    return reply;
  }

  function makeOnce(
    address: string,
    make: () => Promise<FreshReply>,
    isExact: boolean,
  ): Promise<CachedReply> {
    const running = making.get(address);
    if (running && !(isExact && running.begun < changeCount)) return running.work;
    const begun = changeCount;
    const started = now();
    const work = make()
      .then(async (fresh) => {
        const reply = await pack(fresh);
        const isLatest = making.get(address)?.work === work;
        if (isLatest && fresh.isComplete) store(address, reply, fresh.tags, begun, started);
        return reply;
      })
      .finally(() => {
        if (making.get(address)?.work === work) making.delete(address);
      });
    making.set(address, { work, begun });
    return work;
  }

  function store(
    address: string,
    reply: CachedReply,
    tags: Set<string>,
    begun: number,
    started: number,
  ): void {
    // The reply may lack changes that were made while it was read.
    const isChanged =
      (tags.size > 0 && (!isNotified || clearedAt > begun)) ||
      [...tags].some((tag) => (changes.get(tag) ?? 0) > begun);
    const staleSince = isChanged ? started : undefined;
    placesOf(address).put(address, { reply, size: sizeOf(reply), tags, madeAt: started, staleSince });
  }

  /** The reply at an address in an encoding, which is made and stored with it if it is missing. */
  async function encode(address: string, reply: CachedReply, encoding: Encoding): Promise<EncodedReply> {
    const encoded = await getEncoded(reply, encoding);
    const places = placesOf(address);
    const entry = places.entries.get(address);
    if (entry?.reply === reply) places.put(address, { ...entry, size: sizeOf(reply) });
    return encoded;
  }

  /** The count of all changes at the last change of each tag. Cleared when nothing is made. */
  const changes = new Map<string, number>();
  let changeCount = 0;
  let clearedAt = 0;

  function drop(tag: string): void {
    if (making.size === 0) changes.clear();
    changes.set(tag, ++changeCount);
    for (const places of [pages, queries])
      for (const entry of places.withTag(tag)) entry.staleSince ??= now();
  }

  /** Stops serving replies that were made, or began to be made, before the last drop. */
  function expire(): void {
    expiredAt = now();
    making.clear();
  }

  function setNotified(value: boolean): void {
    isNotified = value;
  }

  function clear(): void {
    clearedAt = ++changeCount;
    pages.clear();
    queries.clear();
  }

  return { counts, fetch, findFresh, isFresh, pack, encode, drop, expire, clear, setNotified };
}

/** Entries by address, the least recently used first, as many as fit into `maxBytes`. */
function createPlaces(maxBytes: number) {
  const entries = new Map<string, Entry>();
  const byTag = new Map<string, Set<Entry>>();
  let bytes = 0;

  function remove(address: string): void {
    const entry = entries.get(address);
    if (!entry) return;
    entries.delete(address);
    bytes -= entry.size;
    for (const tag of entry.tags) {
      const tagged = byTag.get(tag);
      tagged?.delete(entry);
      if (tagged?.size === 0) byTag.delete(tag);
    }
  }

  function addTags(entry: Entry): void {
    for (const tag of entry.tags) {
      const tagged = byTag.get(tag) ?? new Set();
      byTag.set(tag, tagged.add(entry));
    }
  }

  function put(address: string, entry: Entry): void {
    remove(address);
    entries.set(address, entry);
    bytes += entry.size;
    addTags(entry);
    for (const oldest of entries.keys()) {
      if (bytes <= maxBytes) return;
      remove(oldest);
    }
  }

  return {
    entries,
    put,

    /** The entry at an address, which becomes the most recently used one. */
    use(address: string): Entry | undefined {
      const entry = entries.get(address);
      if (!entry) return undefined;
      entries.delete(address);
      entries.set(address, entry);
      return entry;
    },

    /** The entries that show what a tag names. */
    withTag: (tag: string): Iterable<Entry> => byTag.get(tag) ?? [],

    clear(): void {
      entries.clear();
      byTag.clear();
      bytes = 0;
    },
  };
}
