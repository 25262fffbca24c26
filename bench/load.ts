// Sends GET requests with autocannon, in a process of its own, whose CPU does not count as that of the server.
import autocannon from 'autocannon';

/** Each connection waits for its reply before it sends the next request, until `ms` or `count` is reached. */
export type LoadTask = {
  port: number;
  connections: number;
  ms: number;
  /** The number of requests; `ms` is then ignored. */
  count?: number | undefined;
  /** Shared out among the connections, so that no two request the same one if there are enough. */
  paths: string[];
  headers: Record<string, string>;
};

export type LoadResult = {
  /** Replies. */
  done: number;
  perSecond: number;
  /** Replies by their status. */
  statuses: Record<string, number>;
};

process.on('message', async (task: LoadTask) => {
  process.send?.(await run(task).catch((error: unknown) => ({ error: String(error) })));
});

async function run({ port, connections, ms, count, paths, headers }: LoadTask): Promise<LoadResult> {
  const share = Math.max(1, Math.floor(paths.length / connections));
  let opened = 0;
  const result = await autocannon({
    url: `http://127.0.0.1:${port}`,
    connections,
    headers,
    duration: ms / 1000,
    amount: count,
    sampleInt: 20,
    timeout: 20,
    setupClient(client) {
      const start = (opened++ * share) % paths.length;
      client.setRequests(paths.slice(start, start + share).map((path) => ({ path })));
    },
  });
  if (result.errors > 0) throw new Error(`${result.errors} requests failed`);
  const done = result.requests.total;
  const statuses = Object.entries(result.statusCodeStats ?? {}).map(([status, { count = 0 }]) => [
    status,
    count,
  ]);
  return { done, perSecond: done / result.duration, statuses: Object.fromEntries(statuses) };
}
