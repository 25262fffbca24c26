const offsetMs = 330 * 60_000;

/** A moment in UTC as a field for a local time shows it in India, such as `2026-11-23T10:00`; empty for none. */
export const timeInIndia = (iso: string | null | undefined): string =>
  iso ? new Date(Date.parse(iso) + offsetMs).toISOString().slice(0, 16) : '';

/** The moment of such a field in UTC; null if it is empty. */
export function instantOf(local: string): string | null {
  const time = Date.parse(`${local.slice(0, 16)}:00+05:30`);
  return Number.isNaN(time) ? null : new Date(time).toISOString();
}
