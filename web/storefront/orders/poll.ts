/** Seconds between requests for an order that is not settled yet; the last one repeats. */
const delays = [2, 2, 3, 5, 5, 8, 13, 20];
const lastDelay = 30;
/** An unpaid order expires after 15 minutes; further requests would return nothing new. */
const maxAttempts = 40;

/**
 * Calls `ask` repeatedly, with growing intervals, until it returns false or `leaving` is aborted. A hidden page waits
 * until it is visible.
 */
export async function poll(ask: () => Promise<boolean>, leaving: AbortSignal): Promise<void> {
  for (let asked = 0; asked < maxAttempts; asked += 1) {
    await pause((delays[asked] ?? lastDelay) * 1000, leaving);
    if (leaving.aborted) return;
    if (!(await ask())) return;
  }
}

function pause(ms: number, leaving: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      if (document.visibilityState === 'visible') return resolve();
      document.addEventListener('visibilitychange', () => resolve(), { once: true, signal: leaving });
    }, ms);
    leaving.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
