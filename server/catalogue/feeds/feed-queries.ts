import type { FeedChannel } from '../../../shared/contract/catalogue/catalogue-admin.ts';
import type { Database, Trx } from '../../db/database.ts';

/** The feeds that are on, with what was written last. */
export const listFeeds = (db: Database | Trx) =>
  db.selectFrom('productFeeds').selectAll().orderBy('channel').execute();

/** Switches these feeds on, and all others off. */
export async function setFeeds(trx: Trx, on: FeedChannel[]): Promise<void> {
  const off = trx.deleteFrom('productFeeds');
  await (on.length > 0 ? off.where('channel', 'not in', on) : off).execute();
  for (const channel of on)
    await trx
      .insertInto('productFeeds')
      .values({ channel })
      .onConflict((oc) => oc.doNothing())
      .execute();
}

/** Remembers what a run of the job has written. */
export async function saveRun(
  db: Database,
  channel: FeedChannel,
  run: { writtenAt: Date; items: number; withoutPicture: number },
): Promise<void> {
  await db.updateTable('productFeeds').set(run).where('channel', '=', channel).execute();
}
