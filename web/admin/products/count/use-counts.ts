import { useState } from 'react';
import { z } from 'zod';

/** The numbers that were entered, by variant, and when each of them was. */
export type Counts = Record<string, { units: string; at: string }>;
const stored = z.record(z.string(), z.object({ units: z.string(), at: z.string() }));
const key = 'stock-count';

function readStored(): Counts {
  try {
    return stored.parse(JSON.parse(localStorage.getItem(key) ?? '{}'));
  } catch {
    return {};
  }
}

/** What was counted, stored in this browser until it is booked, so that a closed page loses nothing. */
export function useCounts() {
  const [counts, setCounts] = useState(readStored);
  const write = (next: Counts) => {
    localStorage.setItem(key, JSON.stringify(next));
    setCounts(next);
  };
  return {
    counts,
    enter(entries: Iterable<readonly [string, string]>) {
      const next = { ...counts };
      const enteredAt = new Date().toISOString();
      for (const [variant, units] of entries)
        if (units.trim()) next[variant] = { units, at: enteredAt };
        else delete next[variant];
      write(next);
    },
    clear: (variants: string[]) =>
      write(Object.fromEntries(Object.entries(counts).filter(([variant]) => !variants.includes(variant)))),
  };
}
