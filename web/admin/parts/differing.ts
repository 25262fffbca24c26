/** Of the fields of `now` those that are not as they were before, compared by what they hold. */
export function differing<T extends object>(now: T, before: object): Partial<T> {
  const earlier: Record<string, unknown> = { ...before };
  const changed = Object.entries(now).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(earlier[name]),
  );
  return Object.fromEntries(changed) as Partial<T>;
}
