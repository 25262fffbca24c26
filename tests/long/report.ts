import { createVariations } from '../../sandbox/variations.ts';

/** What a part of the long run tried and found. */
export type Report = ReturnType<typeof createReport>;

/** Counts what happens and prints it every 10 seconds. A violation is something that must never occur. */
export function createReport(name: string) {
  const counts = new Map<string, number>();
  const violations = new Map<string, { times: number; details: string }>();
  const startedAt = Date.now();
  let current = '';
  const timer = setInterval(() => console.log(`${elapsed()} ${name}: ${current || summary()}`), 10_000);
  const elapsed = () => `${Math.round((Date.now() - startedAt) / 1000)} s`.padStart(6);
  const summary = () => [...counts].map(([what, n]) => `${n} ${what}`).join(', ');
  return {
    count(what: string, times = 1) {
      counts.set(what, (counts.get(what) ?? 0) + times);
    },
    /** Sets the line that is printed every 10 seconds; all counts by default. */
    progress(line: string) {
      current = line;
    },
    /** Records a violation with the request that caused it; the same one is printed once. */
    violation(what: string, details: unknown = '') {
      const known = violations.get(what);
      if (known) {
        known.times++;
        return;
      }
      const text = typeof details === 'string' ? details : JSON.stringify(details);
      violations.set(what, { times: 1, details: text });
      console.log(`VIOLATION in ${name}: ${what}\n  ${text.slice(0, 4000)}`);
    },
    /** Prints the summary; returns the number of violations. */
    end(): number {
      clearInterval(timer);
      console.log(`\n── ${name}: ${violations.size === 0 ? 'passed' : 'FAILED'} after ${elapsed().trim()}`);
      for (const [what, n] of [...counts].sort(([a], [b]) => a.localeCompare(b)))
        console.log(`   ${String(n).padStart(8)}  ${what}`);
      for (const [what, { times, details }] of violations)
        console.log(`   VIOLATION (${times} times): ${what}\n      ${details.slice(0, 4000)}`);
      return violations.size;
    },
  };
}

/** Random choices that a seed repeats. */
export function createChoices(seed: number) {
  const { chance } = createVariations(seed);
  return {
    chance,
    oneOf: <T>(list: readonly T[]): T => {
      const found = list.find((_, index) => chance(1 / (list.length - index)));
      if (found === undefined) throw new Error('Nothing to choose from');
      return found;
    },
  };
}
export type Choices = ReturnType<typeof createChoices>;
