import { useCallback, useEffect, useState } from 'react';
import { z } from 'zod';

/** The numbers that were entered, by variant, and when each of them was. */
type Counts = Record<string, { units: string; at: string }>;
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
  useEffect(() => localStorage.setItem(key, JSON.stringify(counts)), [counts]);
  /** Enters numbers; an empty one removes the number of the variant. */
  const enter = useCallback((entries: Iterable<readonly [variant: string, units: string]>) => {
    const enteredAt = new Date().toISOString();
    const entered = [...entries];
    setCounts((before) => {
      const next = { ...before };
      for (const [variant, units] of entered)
        if (units.trim()) next[variant] = { units, at: enteredAt };
        else delete next[variant];
      return next;
    });
  }, []);
  return { counts, enter };
}
