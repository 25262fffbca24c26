import type { AdmissionQueue } from './admission-queue.ts';
import type { ReplyCache } from './pages/reply-cache.ts';

/** The upper limits of the classes of durations, in seconds; a last class is longer than all. */
export const durationLimits = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** The replies of one route since the start of the process. */
export type RouteTraffic = {
  method: string;
  route: string;
  /** Their number by the first digit of the status. */
  byStatus: number[];
  /** Their number by duration, in the classes of `durationLimits`. */
  byDuration: number[];
  /** Their total duration. */
  seconds: number;
};

export type Traffic = ReturnType<typeof createTraffic>;

/** Counts the replies of this process, by the pattern of their route, so that their number has a limit. */
export function createTraffic(cache: ReplyCache) {
  const routes = new Map<string, RouteTraffic>();
  const queues = new Map<string, AdmissionQueue>();
  /** Replies that were sent before routing, by the first digit of the status. */
  const cached = [0, 0, 0, 0, 0, 0];

  function findRoute(method: string, route: string): RouteTraffic {
    const key = `${method} ${route}`;
    let found = routes.get(key);
    if (!found) {
      const byDuration = new Array<number>(durationLimits.length + 1).fill(0);
      found = { method, route, byStatus: [0, 0, 0, 0, 0, 0], byDuration, seconds: 0 };
      routes.set(key, found);
    }
    return found;
  }

  return {
    cached,
    cache: cache.counts,
    routes: (): RouteTraffic[] => [...routes.values()],
    /** Limited replies, by the name of their queue. */
    queues,

    countCached(status: number): void {
      increment(cached, Math.floor(status / 100));
    },

    count(method: string, route: string, status: number, seconds: number): void {
      const found = findRoute(method, route);
      const duration = durationLimits.findIndex((limit) => seconds <= limit);
      increment(found.byStatus, Math.floor(status / 100));
      increment(found.byDuration, duration < 0 ? durationLimits.length : duration);
      found.seconds += seconds;
    },
  };
}

function increment(counts: number[], index: number): void {
  counts[index] = (counts[index] ?? 0) + 1;
}
