import { expect, it } from 'vitest';
import { listExpired } from './retention.ts';

const nameOf = (day: string, time = '02-00-00') => `haat-backup-${day}T${time}.tar.gz`;
const daysBefore = (last: string, count: number) =>
  Array.from({ length: count }, (_, i) =>
    new Date(Date.parse(last) - i * 86_400_000).toISOString().slice(0, 10),
  );

it('retains the newest of 7 days, 4 weeks and 12 months after two years of nights', () => {
  const names = daysBefore('2026-11-22', 730).map((day) => nameOf(day));
  const expired = new Set(listExpired(names));
  expect(names.filter((name) => !expired.has(name)).map((name) => name.slice(12, 22))).toEqual([
    // 7 days, the first of which is also the newest of its week and month.
    ...daysBefore('2026-11-22', 7),
    // The Sundays before, to make 4 weeks.
    '2026-11-15',
    '2026-11-08',
    '2026-11-01',
    // The last day of each month before, to make 12 months.
    '2026-10-31',
    '2026-09-30',
    '2026-08-31',
    '2026-07-31',
    '2026-06-30',
    '2026-05-31',
    '2026-04-30',
    '2026-03-31',
    '2026-02-28',
    '2026-01-31',
    '2025-12-31',
  ]);
});

it('retains the newest archive of a day, and archives that are old but few', () => {
  expect(listExpired([nameOf('2026-11-22'), nameOf('2026-11-22', '09-30-00'), nameOf('2024-01-01')])).toEqual(
    [nameOf('2026-11-22')],
  );
});

it('never returns a file of another name', () => {
  const others = ['notes.txt', 'haat-backup-old.tar.gz', 'haat-backup-2020-01-01T02-00-00.part-x'];
  expect(listExpired([...daysBefore('2026-11-22', 40).map((day) => nameOf(day)), ...others])).not.toEqual(
    expect.arrayContaining([expect.stringMatching(/notes|old|part/)]),
  );
});
