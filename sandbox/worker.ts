import { type Delivery, type DeliveryLog, deliverDue } from './deliveries.ts';
import { answer } from './payments.ts';
import { listAnswered, listFailing, nextDue } from './queries.ts';
import { failRefund } from './refunds.ts';
import type { SandboxDeps } from './sandbox-deps.ts';

/** Does what is due: bank answers, failing refunds, webhooks. All of it stands in the books and survives a stop. */
export type Worker = { start(): void; wake(): void; stop(): Promise<void> };

const longestSleepMs = 30_000;
const afterTroubleMs = 1000;

export function createWorker(
  books: SandboxDeps,
  options: {
    webhookUrl: string | (() => string);
    log: { warn(details: object, message: string): void };
    onDelivery?: DeliveryLog;
  },
): Worker {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let again = false;
  let stopped = true;
  const ending = new AbortController();
  const webhookUrl = () =>
    typeof options.webhookUrl === 'string' ? options.webhookUrl : options.webhookUrl();
  const seen = (delivery: Delivery) => options.onDelivery?.(delivery);

  return {
    start() {
      stopped = false;
      plan(0);
    },
    wake() {
      if (running) again = true;
      else plan(0);
    },
    async stop() {
      stopped = true;
      clearTimeout(timer);
      ending.abort();
      await running;
    },
  };

  function plan(ms: number) {
    if (stopped) return;
    clearTimeout(timer);
    timer = setTimeout(run, ms);
    timer.unref();
  }

  function run() {
    again = false;
    running = work()
      .catch((error: unknown) => {
        if (!stopped) options.log.warn({ err: error }, 'The payment sandbox could not do its work');
        return afterTroubleMs;
      })
      .then((pause) => {
        running = undefined;
        plan(again ? 0 : pause);
      });
  }

  /** Gives the time until something else is due. */
  async function work(): Promise<number> {
    for (const payment of await listAnswered(books.db, books.now())) {
      await answer(books, payment.id, payment.answer === 'no' ? 'no' : 'yes');
    }
    for (const refund of await listFailing(books.db, books.now())) await failRefund(books, refund.id);
    const held = books.habits.webhooks.mode === 'hold';
    if (!held) await deliverDue(books, webhookUrl(), ending.signal, seen);
    const next = await nextDue(books.db);
    if (!next) return longestSleepMs;
    const pause = next.getTime() - books.now().getTime();
    // While webhooks are held they stay due: look again now and then, without haste.
    return Math.min(Math.max(pause, held ? 250 : 5), longestSleepMs);
  }
}
