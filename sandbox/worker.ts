import { deliverDue } from './deliveries.ts';
import { completePayment } from './payments.ts';
import { nextDue, payments, refunds } from './queries.ts';
import { failRefund } from './refunds.ts';
import type { SandboxDeps } from './sandbox-deps.ts';

const maxSleepMs = 30_000;
const retryAfterMs = 1000;

/**
 * Completes payments, fails refunds and delivers webhooks when they are due. The database stores them across restarts.
 */
export function createWorker(deps: SandboxDeps) {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let again = false;
  let stopped = true;
  const ending = new AbortController();

  return {
    start() {
      stopped = false;
      schedule(0);
    },
    wake() {
      if (running) again = true;
      else schedule(0);
    },
    async stop() {
      stopped = true;
      clearTimeout(timer);
      ending.abort();
      await running;
    },
  };

  function schedule(ms: number) {
    if (stopped) return;
    clearTimeout(timer);
    timer = setTimeout(run, ms);
    timer.unref();
  }

  function run() {
    again = false;
    running = work()
      .catch((error: unknown) => {
        if (!stopped) deps.log.warn({ err: error }, 'The payment sandbox could not do its work');
        return retryAfterMs;
      })
      .then((pause) => {
        running = undefined;
        schedule(again ? 0 : pause);
      });
  }

  /** Returns the time until something else is due. */
  async function work(): Promise<number> {
    if (!deps.isOn()) return maxSleepMs;
    for (const { id, answer } of await payments.listDue(deps.db, 'answerAt', deps.now())) {
      await completePayment(deps, id, answer === 'no' ? 'no' : 'yes');
    }
    for (const { id } of await refunds.listDue(deps.db, 'failsAt', deps.now())) await failRefund(deps, id);
    const isWaiting = deps.behaviour.webhooks.mode === 'hold';
    if (!isWaiting) await deliverDue(deps, ending.signal);
    const next = await nextDue(deps.db);
    if (!next) return maxSleepMs;
    const pause = next.getTime() - deps.now().getTime();
    // Webhooks that are held stay due, so the next check must not follow at once.
    return Math.min(Math.max(pause, isWaiting ? 250 : 5), maxSleepMs);
  }
}
