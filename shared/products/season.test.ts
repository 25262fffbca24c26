import { expect, it } from 'vitest';
import { isInSeason } from './season.ts';

const isSeasonAt = (iso: string, from: string, to: string) => isInSeason({ from, to }, new Date(iso));

it('a season includes its first and last day in India', () => {
  expect(isSeasonAt('2026-08-15T18:29:59Z', '08-16', '11-15')).toBe(false);
  expect(isSeasonAt('2026-08-15T18:30:00Z', '08-16', '11-15')).toBe(true);
  expect(isSeasonAt('2026-11-15T18:29:59Z', '08-16', '11-15')).toBe(true);
  expect(isSeasonAt('2026-11-15T18:30:00Z', '08-16', '11-15')).toBe(false);
});

it('a season can span the new year', () => {
  for (const [iso, expected] of [
    ['2026-11-15T12:00:00Z', false],
    ['2026-11-16T12:00:00Z', true],
    ['2026-12-31T23:00:00Z', true],
    ['2027-02-14T12:00:00Z', true],
    ['2027-02-15T12:00:00Z', false],
  ] as const)
    expect(isSeasonAt(iso, '11-16', '02-14'), iso).toBe(expected);
});
