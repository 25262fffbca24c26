/** Seconds between questions about an order that is not settled yet; the last one repeats. */
const patience = [2, 2, 3, 5, 5, 8, 13, 20];
const lastPatience = 30;
/** An unpaid order lapses after 15 minutes; asking longer tells nothing new. */
const mostQuestions = 40;

/**
 * Asks again and again, less and less often, until `ask` gives false or `leaving` ends it. A page that is not
 * visible asks once it is.
 */
export async function keepAsking(ask: () => Promise<boolean>, leaving: AbortSignal): Promise<void> {
  for (let asked = 0; asked < mostQuestions; asked += 1) {
    await pause((patience[asked] ?? lastPatience) * 1000, leaving);
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
