const dateAndTime = new Intl.DateTimeFormat('en-IN', {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'Asia/Kolkata',
});

const timeAlone = new Intl.DateTimeFormat('en-IN', {
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'Asia/Kolkata',
});

/** `01:15 pm` from an ISO date: the time in India, for what happens today. */
export function orderTime(iso: string): string {
  return timeAlone.format(new Date(iso));
}

/** `21 Nov 2026, 01:15 pm` from an ISO date: the time in India, wherever the device is (spec §9). */
export function orderDate(iso: string): string {
  return dateAndTime.format(new Date(iso));
}
