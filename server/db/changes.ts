import pg from 'pg';

/**
 * Hears what changed (migration 0006) from every process, on a connection of its own. While it is cut off,
 * `onGap` is called so that nothing stale is kept; it comes back by itself.
 */
export function listenForChanges(url: string, onChange: (tag: string) => void, onGap: () => void) {
  let stopped = false;
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;

  async function connect(): Promise<void> {
    const next = new pg.Client({ connectionString: url, application_name: 'haat-changes', keepAlive: true });
    next.on('notification', ({ payload }) => onChange(payload ?? ''));
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
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await client?.end().catch(() => {});
    },
  };
}
