import { transactionForEach } from '../db/database.ts';
import { readSiteInfo } from '../db/site-info.ts';
import type { Deps } from '../deps.ts';
import { queueMail } from '../mail/mail.ts';
import { signLink } from './hashes.ts';
import { type DueOrder, insertRequest, listDueOrders } from './request-queries.ts';

const dayMs = 86_400_000;
/** Later the request would surprise; a shop that turns requests on does not ask about all its earlier orders. */
const latestDays = 14;
/** The days for which the link of the mail is valid. */
const linkDays = 60;

/**
 * Asks the buyers of delivered orders for reviews, once for each order, as many days after the delivery as the settings
 * say. It looks for orders without a request, so a missed run is made up for by the next one.
 */
export async function requestReviews(deps: Deps): Promise<void> {
  const { reviewRequestDays } = await readSiteInfo(deps.db);
  if (reviewRequestDays === null) return;
  const now = deps.clock.now();
  const daysAgo = (days: number) => new Date(now.getTime() - days * dayMs);
  const due = await listDueOrders(deps.db, {
    before: daysAgo(reviewRequestDays),
    after: daysAgo(reviewRequestDays + latestDays),
  });
  await transactionForEach(deps.db, due, async (trx, order) => {
    if (await insertRequest(trx, order.id, now)) await queueMail(deps, trx, requestOf(deps, order, now));
  });
}

function requestOf({ config }: Deps, order: DueOrder, now: Date) {
  const link = signLink(order, new Date(now.getTime() + linkDays * dayMs));
  const url = `${config.publicUrl}/review/${order.id}?link=${link}`;
  return {
    isTest: order.isTest,
    kind: 'review-request' as const,
    dedupeKey: `review-request:${order.id}`,
    to: order.email,
    subject: ({ shopName }: { shopName: string }) => `How do you like your order from ${shopName}?`,
    content: {
      preview: 'A few words help other shoppers to choose.',
      heading: 'How do you like it?',
      parts: [
        `Your order has arrived: ${order.products.join(', ')}. Would you tell other shoppers what you think of it?`,
        'Every honest review is welcome, good or bad. You need no account.',
        { button: 'Write a review', url },
        `The link is valid for ${linkDays} days. We ask once for each order. If you want no such mails, tell us here:`,
        { button: 'Ask me for no more reviews', url: `${url}&stop=1` },
      ],
    },
  };
}
