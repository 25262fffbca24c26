/** The name of an archive begins with this and ends with `.tar.gz`; the Indian date and time are in between. */
export const PREFIX = 'haat-backup-';
const PATTERN = /^haat-backup-(\d{4}-\d{2}-\d{2})T\d{2}-\d{2}-\d{2}\.tar\.gz$/;

/** Of how many days, weeks and months the newest backup is retained. */
export type Retention = { daily: number; weekly: number; monthly: number };
const defaultRetention: Retention = { daily: 7, weekly: 4, monthly: 12 };

/**
 * The archives to delete: all but the newest of each of the last days, weeks and months that have one. Other names are
 * never returned.
 */
export function listExpired(names: string[], { daily, weekly, monthly } = defaultRetention): string[] {
  const archives = names
    .flatMap((name) => {
      const day = name.match(PATTERN)?.[1];
      return day ? [{ name, day }] : [];
    })
    .sort((a, b) => (a.name < b.name ? 1 : -1));
  const newestOfEach = (periodOf: (day: string) => string, count: number) => {
    const newest = new Map<string, string>();
    for (const { name, day } of archives) if (!newest.has(periodOf(day))) newest.set(periodOf(day), name);
    return [...newest.values()].slice(0, count);
  };
  const retained = new Set([
    ...newestOfEach((day) => day, daily),
    ...newestOfEach(mondayOf, weekly),
    ...newestOfEach((day) => day.slice(0, 7), monthly),
  ]);
  return archives.map(({ name }) => name).filter((name) => !retained.has(name));
}

function mondayOf(day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7));
  return date.toISOString().slice(0, 10);
}
