const dateAndTime = new Intl.DateTimeFormat('en-IN', {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'Asia/Kolkata',
});

const timeOnly = new Intl.DateTimeFormat('en-IN', {
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'Asia/Kolkata',
});

/** Formats an ISO date as the time in India: `01:15 pm`. */
export function orderTime(iso: string): string {
  return timeOnly.format(new Date(iso));
}

/** Formats an ISO date as date and time in India, regardless of the device: `21 Nov 2026, 01:15 pm` (spec §9). */
export function orderDate(iso: string): string {
  return dateAndTime.format(new Date(iso));
}

const dayOnly = new Intl.DateTimeFormat('en-IN', {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  timeZone: 'Asia/Kolkata',
});

/** Formats an ISO date as the day in India: `21 Nov 2026`. */
export function dayInIndia(iso: string): string {
  return dayOnly.format(new Date(iso));
}

/** The minute of a moment in India, in the order of ISO 8601: `2026-11-21 13:15`. */
export const minuteInIndia = (date: Date): string =>
  new Date(date.getTime() + 330 * 60_000).toISOString().slice(0, 16).replace('T', ' ');
