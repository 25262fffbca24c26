import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setImmediate } from 'node:timers/promises';
import {
  type Feed,
  type FeedChannel,
  feedChannels,
} from '../../../shared/contract/catalogue/catalogue-admin.ts';
import { deliverySummaryOf } from '../../../shared/orders/delivery.ts';
import { recordAudit } from '../../db/audit-log.ts';
import { transaction } from '../../db/database.ts';
import { readSiteInfo } from '../../db/site-info.ts';
import type { Admin, Deps } from '../../deps.ts';
import { notFound, unavailable } from '../../errors.ts';
import { listMatchingIds, listProductsByIds, presentProduct } from '../products/products.ts';
import { type FeedShop, feedEnd, feedItem, feedStart } from './feed-items.ts';
import * as queries from './feed-queries.ts';

/** Products that are read at once. */
const pageSize = 100;

const storedAt = (channel: FeedChannel) => `feeds/${channel}.xml`;
/** The fixed address of a feed below the address of the shop. */
export const feedPath = (channel: FeedChannel) => `/feeds/${channel}.xml`;

/** The product feeds as an admin sees them. */
export function feedAdmin({ db, config, files, jobs }: Deps, admin: Admin) {
  const listFeeds = async (): Promise<{ feeds: Feed[] }> => {
    const on = new Map((await queries.listFeeds(db)).map((feed) => [feed.channel, feed]));
    const feeds = feedChannels.map((channel) => {
      const feed = on.get(channel);
      return {
        channel,
        isOn: feed !== undefined,
        url: config.publicUrl + feedPath(channel),
        writtenAt: feed?.writtenAt?.toISOString() ?? null,
        items: feed?.items ?? 0,
        withoutPicture: feed?.withoutPicture ?? 0,
      };
    });
    return { feeds };
  };
  return {
    listFeeds,

    /** Switches feeds on and off. Those that are on are written at once, and then every hour. */
    async setFeeds(on: FeedChannel[]): Promise<{ feeds: Feed[] }> {
      await transaction(db, async (trx) => {
        await queries.setFeeds(trx, on);
        await recordAudit(trx, admin, { action: 'feeds.update', subject: '', detail: { on } });
        if (on.length > 0) await jobs.enqueue(trx, 'feeds', {});
      });
      for (const channel of feedChannels) if (!on.includes(channel)) await files.remove(storedAt(channel));
      return listFeeds();
    },
  };
}

/** The file of a feed. 404 if the feed is off, 503 until the job has written it. */
export async function openFeed(
  { db, files }: Pick<Deps, 'db' | 'files'>,
  channel: FeedChannel,
): Promise<Readable> {
  const feed = (await queries.listFeeds(db)).find((feed) => feed.channel === channel);
  if (!feed) throw notFound();
  if (!feed.writtenAt) throw unavailable('The feed is being prepared.');
  return files.stream(storedAt(channel));
}

/** Job, every hour and when a feed was switched on: writes the feeds that are on. */
export async function writeFeeds(deps: Deps): Promise<void> {
  const { clientName, asksForAddress, delivery } = await readSiteInfo(deps.db);
  const shop = {
    name: clientName || 'Shop',
    url: deps.config.publicUrl,
    delivery: asksForAddress ? deliverySummaryOf(delivery) : null,
  };
  const on = new Set((await queries.listFeeds(deps.db)).map(({ channel }) => channel));
  for (const channel of feedChannels) if (on.has(channel)) await writeFeed(deps, channel, shop);
}

async function writeFeed(deps: Deps, channel: FeedChannel, shop: FeedShop): Promise<void> {
  const { db, clock, config, files } = deps;
  const writtenAt = clock.now();
  const draft = path.join(config.dataDir, 'files', 'incoming', `feed-${randomBytes(8).toString('hex')}.xml`);
  const written = { items: 0, withoutPicture: 0 };
  await mkdir(path.dirname(draft), { recursive: true });
  try {
    await pipeline(linesOf(deps, channel, shop, written), createWriteStream(draft));
    await files.moveIn(storedAt(channel), draft);
    await queries.saveRun(db, channel, { writtenAt, ...written });
  } finally {
    await rm(draft, { force: true });
  }
}

/** The text of a feed, product by product; counts in `written` what it contains. */
async function* linesOf(
  { db }: Pick<Deps, 'db'>,
  channel: FeedChannel,
  shop: FeedShop,
  written: { items: number; withoutPicture: number },
): AsyncGenerator<string> {
  yield feedStart(shop);
  let after: string | undefined;
  for (;;) {
    const ids = await listMatchingIds(db, {}, { after, limit: pageSize });
    if (ids.length === 0) break;
    after = ids.at(-1);
    for (const row of await listProductsByIds(db, ids, 'shopper')) {
      // Google does not take gift cards.
      if (row.isGiftCard) continue;
      const product = presentProduct(row);
      for (const variant of product.variants) {
        const item = feedItem(channel, product, variant, shop);
        if (item) written.items++;
        else written.withoutPicture++;
        if (item) yield `\n${item}`;
      }
      // Other requests are served between products.
      await setImmediate();
    }
  }
  yield `\n${feedEnd}\n`;
}
