import pg from 'pg';

/**
 * Receives the changes of every process (migration 0006) on a separate connection, which reconnects automatically.
 * Calls `onGap` whenever changes may have been missed: with false when the connection is lost, so that nothing is cached
 * until it is called with true. Every `checkMs` it checks that the database still replies; a firewall can drop an idle
 * connection without a sign.
 */
export function listenForChanges(
  url: string,
  onChange: (tag: string) => void,
  onGap: (isListening: boolean) => void,
  { checkMs = 5000 } = {},
) {
  let stopped = false;
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;

  async function connect(): Promise<void> {
    const next = new pg.Client({
      connectionString: url,
      application_name: 'haat-changes',
      connectionTimeoutMillis: checkMs,
      query_timeout: checkMs,
    });
    next.on('notification', ({ payload }) => payload && onChange(payload));
    next.on('error', () => {});
    next.on('end', retry);
    client = next;
    try {
      await next.connect();
      await next.query('listen haat_changed');
      onGap(true);
    } catch {
      await next.end().catch(() => {});
      retry();
    }
  }

  function retry(): void {
    onGap(false);
    if (stopped || timer) return;
    timer = setTimeout(() => {
      timer = undefined;
      void connect();
    }, 500);
  }

  /** Runs a statement; without a reply the connection is lost. */
  async function send(statement: string): Promise<void> {
    const current = client;
    await current?.query(statement).catch(async () => {
      onGap(false);
      await current.end().catch(() => {});
    });
  }

  onGap(false);
  void connect();
  const checks = setInterval(() => void send('select 1'), checkMs);
  return {
    /**
     * Resolves when `onChange` has received every change that was committed before the call, or the connection is lost.
     * PostgreSQL delivers notifications in the order of the commits, and a connection's own before its query ends.
     */
    async received(): Promise<void> {
      await send('notify haat_changed');
    },
    async stop() {
      stopped = true;
      clearTimeout(timer);
      clearInterval(checks);
      await client?.end().catch(() => {});
    },
  };
}
