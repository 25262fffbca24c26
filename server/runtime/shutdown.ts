export type Shutdown = ReturnType<typeof createShutdown>;

/** Collects how to stop what this process has started. */
export function createShutdown() {
  const stops: (() => unknown)[] = [];
  let isStopping = false;

  async function stopAll(): Promise<void> {
    for (const stop of stops.reverse()) {
      try {
        await stop();
      } catch (error) {
        process.stderr.write(`While stopping: ${String(error)}\n`);
      }
    }
  }

  return {
    isStopping: () => isStopping,

    /** Adds how to stop something that has just been started. */
    add(...more: (() => unknown)[]): void {
      stops.push(...more);
    },

    /** Stops everything in reverse order and ends the process, after `maxMs` even if something hangs. */
    async end({ maxMs, before = async () => {} }: { maxMs: number; before?: () => Promise<void> }) {
      if (isStopping) return;
      isStopping = true;
      setTimeout(() => process.exit(1), maxMs).unref();
      await before();
      await stopAll();
      process.exit(0);
    },

    /** Reports a start that failed and ends the process. Does nothing if a stop interrupted the start. */
    async fail(report: () => unknown): Promise<void> {
      if (isStopping) return;
      await report();
      await stopAll();
      process.exit(1);
    },
  };
}
