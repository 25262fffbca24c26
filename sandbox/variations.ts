/** Harmless variations of the real provider's JSON, so that the shop does not depend on their absence. */
export type Variations = {
  chance(probability: number): boolean;
  /** JSON with shuffled keys and sometimes escaped slashes. */
  json(value: unknown): string;
};

/** The same seed gives the same variations; `false` gives none. */
export function createVariations(seed: number | false): Variations {
  const next = seed === false ? () => 1 : mulberry32(seed);
  return {
    chance: (probability) => next() < probability,
    json(value) {
      const text = JSON.stringify(seed === false ? value : shuffled(value));
      return next() < 0.5 ? text.replaceAll('/', '\\/') : text;
    },
  };

  function shuffled(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(shuffled);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value)
        .map(([name, inner]) => ({ at: next(), name, inner }))
        .sort((a, b) => a.at - b.at)
        .map(({ name, inner }) => [name, shuffled(inner)]),
    );
  }
}

function mulberry32(seed: number) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
