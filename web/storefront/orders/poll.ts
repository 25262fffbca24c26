const delays = [2, 2, 3, 5, 5, 8, 13, 20];
const lastDelay = 30;
/** About 17 minutes, longer than the items of an unpaid order are reserved. */
const maxAttempts = 40;

/**
 * Calls `check` repeatedly, with growing intervals, until it returns false or `signal` is aborted. A hidden page waits
 * until it is visible.
 */
export async function poll(check: () => Promise<boolean>, signal: AbortSignal): Promise<void> {
  for (let count = 0; count < maxAttempts; count += 1) {
    await pause((delays[count] ?? lastDelay) * 1000, signal);
    if (signal.aborted) return;
    if (!(await check())) return;
  }
}

/** Resolves after a time, when the page is visible, or when `signal` is aborted. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      if (document.visibilityState === 'visible') return resolve();
      document.addEventListener('visibilitychange', () => resolve(), { once: true, signal });
    }, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
