/** A value is read again at this age even if no change of it is known. */
const maxAgeMs = 60_000;

/**
 * Caches values by key until they change: at most `max` of them, the most recently used. `readEach` reads those of some
 * keys; a key that has no value is missing in its result. Nothing is cached until changes are notified (`setNotified`).
 */
export function cacheById<Key, Value>(max: number, readEach: (keys: Key[]) => Promise<Map<Key, Value>>) {
  /** The least recently used first. */
  const cached = new Map<Key, { value: Value; readAt: number }>();
  /** What has changed during each read under way: those keys, or all. */
  const running = new Set<{ changed: Set<Key>; isAll: boolean }>();
  let isNotified = false;

  function store(key: Key, value: Value, readAt: number): void {
    cached.delete(key);
    cached.set(key, { value, readAt });
    if (cached.size <= max) return;
    for (const oldest of cached.keys()) {
      cached.delete(oldest);
      return;
    }
  }

  async function readMissing(keys: Key[], now: number): Promise<Map<Key, Value>> {
    const changes = { changed: new Set<Key>(), isAll: !isNotified };
    running.add(changes);
    try {
      const values = await readEach(keys);
      for (const [key, value] of values)
        if (!changes.isAll && !changes.changed.has(key)) store(key, value, now);
      return values;
    } finally {
      running.delete(changes);
    }
  }

  function clear(): void {
    cached.clear();
    for (const changes of running) changes.isAll = true;
  }

  return {
    /**
     * The values of these keys in the order of the keys, without those that do not exist. Callers must not modify them.
     */
    async read(keys: Key[]): Promise<Value[]> {
      const now = performance.now();
      const found = new Map<Key, Value>();
      const missing: Key[] = [];
      for (const key of keys) {
        const entry = cached.get(key);
        if (!entry || now - entry.readAt > maxAgeMs) {
          missing.push(key);
          continue;
        }
        store(key, entry.value, entry.readAt);
        found.set(key, entry.value);
      }
      if (missing.length > 0)
        for (const [key, value] of await readMissing([...new Set(missing)], now)) found.set(key, value);
      return keys.flatMap((key) => found.get(key) ?? []);
    },

    /** Forgets the value of a key, which has changed. */
    drop(key: Key): void {
      cached.delete(key);
      for (const { changed } of running) changed.add(key);
    },

    /** Forgets everything. */
    clear,

    /** Whether changes are notified. Forgets everything, because some may have been missed. */
    setNotified(value: boolean): void {
      isNotified = value;
      clear();
    },
  };
}
