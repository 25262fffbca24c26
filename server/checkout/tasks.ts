import pLimit from 'p-limit';
import type { LookUpRequest } from '../../shared/contract/order-look-up.ts';
import { tidyAccounts } from '../accounts/accounts.ts';
import { raiseAlert } from '../alerts/alerts.ts';
import type { Deps } from '../deps.ts';
import { retryMails } from '../mail/mail.ts';
import { claimUnsettled, findForSettling, listExpired, mailOrderLink } from '../orders/orders.ts';
import { listOpenEvents, listOpenRefunds, ProviderError } from '../payments/payments.ts';
import { handleEvent } from './inbox.ts';
import { sendRefund } from './refunds.ts';
import { expireOrder } from './release.ts';
import { settle } from './settle.ts';
import { findUnmatchedPayments } from './unmatched-payments.ts';

/** The background jobs of checkout. All are idempotent. */
export function checkoutTasks(deps: Deps) {
  /** Checks every due order with the provider; one that fails is checked again in the next run. */
  async function reconcile(): Promise<void> {
    const now = deps.clock.now();
    const again = new Date(now.getTime() + 90_000);
    const due = await claimUnsettled(deps.db, { now, again, limit: 200 });
    await each(due, 'an order could not be reconciled', (id) =>
      settle(deps, id).catch(async (error) => {
        await alertNeverChecked(deps, id, error);
        throw error;
      }),
    );
  }

  /** Handles events and refunds whose jobs were lost. */
  async function retryLostJobs(): Promise<void> {
    const before = new Date(deps.clock.now().getTime() - 60_000);
    await each(await listOpenEvents(deps.db, before, 100), 'an event could not be handled', (eventId) =>
      handleEvent(deps, eventId),
    );
    await each(await listOpenRefunds(deps.db, before, 100), 'a refund could not be sent', (refundId) =>
      sendRefund(deps, refundId),
    );
  }

  /** Handles each id, a few at a time. One that fails is handled again in the next run. */
  async function each(ids: string[], failure: string, work: (id: string) => Promise<unknown>): Promise<void> {
    await pLimit(6).map(ids, (id) => work(id).catch((error) => deps.log.warn({ err: error, id }, failure)));
  }

  return {
    'webhook-event': ({ eventId }: { eventId: string }) => handleEvent(deps, eventId),
    refund: ({ refundId }: { refundId: string }) => sendRefund(deps, refundId),
    'order-link': (asked: LookUpRequest) => mailOrderLink(deps, asked),
    hour: () => findUnmatchedPayments(deps),
    async minute(): Promise<void> {
      const expired = await listExpired(deps.db, deps.clock.now(), 200);
      await each(expired, 'an order could not be ended', (id) => expireOrder(deps, id));
      await reconcile();
      await retryLostJobs();
      await retryMails(deps);
      await tidyAccounts(deps);
    },
  };
}

/** Raises an alert if this was the last automatic check of the order and the provider could not be asked. */
async function alertNeverChecked({ db }: Deps, orderId: string, error: unknown): Promise<void> {
  const order = await findForSettling(db, orderId);
  if (!(error instanceof ProviderError) || order?.nextCheckAt !== null) return;
  const detail = { error: error.message };
  await raiseAlert(db, { kind: 'never-asked', orderId, subject: orderId, detail });
}
