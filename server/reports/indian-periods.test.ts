import { expect, it } from 'vitest';
import { lastDays, salesPeriods } from './indian-periods.ts';

const valueAt = (india: string) => new Date(`${india}+05:30`);

it.each([
  // Saturday: the week began on Monday.
  ['2026-11-21T13:30:00', '2026-11-21', '2026-11-16', '2026-11-01', '2026-01-01'],
  // Still Sunday and December in London.
  ['2024-01-01T00:00:00', '2024-01-01', '2024-01-01', '2024-01-01', '2024-01-01'],
  ['2023-12-31T23:59:59', '2023-12-31', '2023-12-25', '2023-12-01', '2023-01-01'],
  ['2028-02-29T04:00:00', '2028-02-29', '2028-02-28', '2028-02-01', '2028-01-01'],
])('periods at %s begin at midnight in India', (now, today, week, month, year) => {
  const periods = salesPeriods(valueAt(now));
  const begins = { today, week, month, year };
  for (const name of ['today', 'week', 'month', 'year'] as const) {
    expect(periods[name].from, name).toEqual(valueAt(`${begins[name]}T00:00:00`));
  }
});

it('compares with the previous period up to the same moment', () => {
  const { today, week, month, year } = salesPeriods(valueAt('2026-03-31T10:00:00'));
  expect([today.beforeFrom, today.beforeTo]).toEqual([
    valueAt('2026-03-30T00:00:00'),
    valueAt('2026-03-30T10:00:00'),
  ]);
  expect([week.beforeFrom, week.beforeTo]).toEqual([
    valueAt('2026-03-23T00:00:00'),
    valueAt('2026-03-24T10:00:00'),
  ]);
  // February has no 31st: all of it.
  expect([month.beforeFrom, month.beforeTo]).toEqual([
    valueAt('2026-02-01T00:00:00'),
    valueAt('2026-03-01T00:00:00'),
  ]);
  expect([year.beforeFrom, year.beforeTo]).toEqual([
    valueAt('2025-01-01T00:00:00'),
    valueAt('2025-03-31T10:00:00'),
  ]);
});

it('lists the last days in Indian time', () => {
  const { from, days } = lastDays(valueAt('2026-03-01T00:10:00'), 3);
  expect(days).toEqual(['2026-02-27', '2026-02-28', '2026-03-01']);
  expect(from).toEqual(valueAt('2026-02-27T00:00:00'));
});
