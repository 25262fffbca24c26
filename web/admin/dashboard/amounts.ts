const percent = new Intl.NumberFormat('en-IN', {
  style: 'percent',
  maximumFractionDigits: 0,
  signDisplay: 'exceptZero',
});

/** `+12%`; nothing to say where nothing was sold before. */
export const growth = (amount: number, before: number): string | null =>
  before > 0 ? percent.format(amount / before - 1).replace('-', '−') : null;

const dayAndMonth = new Intl.DateTimeFormat('en-IN', { day: 'numeric', month: 'short', timeZone: 'UTC' });

/** `21 Nov` from `2026-11-21`. */
export const shortDay = (day: string): string => dayAndMonth.format(new Date(day));
