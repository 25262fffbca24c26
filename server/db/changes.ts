import pg from 'pg';

/**
 * Receives the changes of every process (migration 0006) on a separate connection, which reconnects automatically.
 * Calls `onGap` whenever changes may have been missed, so that caches can be cleared.
 */
export function listenForChanges(url: string, onChange: (tag: string) => void, onGap: () => void) {
  let stopped = false;
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;

  async function connect(): Promise<void> {
    const next = new pg.Client({
      connectionString: url,
      application_name: 'haat-changes',
      keepAlive: true,
      query_timeout: 5000,
    });
    next.on('notification', ({ payload }) => payload && onChange(payload));
    next.on('error', () => {});
    next.on('end', retry);
    client = next;
    try {
      await next.connect();
      await next.query('listen haat_changed');
      onGap();
    } catch {
      await next.end().catch(() => {});
      retry();
    }
  }

  function retry(): void {
    onGap();
    if (stopped || timer) return;
    timer = setTimeout(() => {
      timer = undefined;
      void connect();
    }, 500);
  }

  void connect();
  return {
    /**
     * Resolves when `onChange` has received every change that was committed before the call, or `onGap` was called.
     * PostgreSQL delivers notifications in the order of the commits, and a connection's own before its query ends.
     */
    async received(): Promise<void> {
      await client?.query('notify haat_changed').catch(onGap);
    },
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await client?.end().catch(() => {});
    },
  };
}
