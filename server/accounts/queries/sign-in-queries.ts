import { sql } from 'kysely';
import type { Database, Trx } from '../../db/database.ts';
import { knownSourceDays } from '../../db/personal-data/personal-data-of-sign-in.ts';
import { activeUsers } from './queries.ts';

/** Devices and address blocks that are known for one account; the oldest are forgotten first. */
const maxSources = 40;

const knownSince = (now: Date) => new Date(now.getTime() - knownSourceDays * 86_400_000);

/**
 * Finds the account of a sign-in, and which of the given sources it has signed in from: a device and an address block,
 * as hashes, and a link that was mailed to it. One statement, so that an unknown account takes as long as a known one.
 */
export async function findSignInAccount(
  db: Database,
  { email, mobile }: { email?: string | undefined; mobile?: string | undefined },
  hashes: { device: Buffer | null; block: Buffer; link: Buffer | null },
  now: Date,
) {
  const isKnown = (hash: Buffer | null) =>
    sql<boolean>`exists (select from sign_in_sources
      where user_id = users.id and source_hash = ${hash} and last_used_at > ${knownSince(now)})`;
  return activeUsers(db)
    .select([
      isKnown(hashes.device).as('isKnownDevice'),
      isKnown(hashes.block).as('isKnownBlock'),
      sql<boolean>`exists (select from account_tokens
        where token_hash = ${hashes.link} and purpose = 'sign_in' and user_id = users.id
          and used_at is null and expires_at > ${now})`.as('hasLink'),
    ])
    .where((eb) => (email ? eb('email', '=', email) : eb('mobile', '=', mobile ?? '')))
    .executeTakeFirst();
}

/** Stores what an account has signed in from; returns those hashes that were not known. */
export async function rememberSources(
  trx: Trx,
  userId: string,
  hashes: Buffer[],
  now: Date,
): Promise<Buffer[]> {
  const known = await trx
    .selectFrom('signInSources')
    .select('sourceHash')
    .where('userId', '=', userId)
    .where('sourceHash', 'in', hashes)
    .where('lastUsedAt', '>', knownSince(now))
    .execute();
  await trx
    .insertInto('signInSources')
    .values(hashes.map((sourceHash) => ({ userId, sourceHash, lastUsedAt: now })))
    .onConflict((conflict) => conflict.columns(['userId', 'sourceHash']).doUpdateSet({ lastUsedAt: now }))
    .execute();
  await sql`
    delete from sign_in_sources where user_id = ${userId} and source_hash in (
      select source_hash from sign_in_sources where user_id = ${userId}
      order by last_used_at desc offset ${maxSources})`.execute(trx);
  return hashes.filter((hash) => !known.some(({ sourceHash }) => sourceHash.equals(hash)));
}

/** Forgets what an account has signed in from: all sources, one source, or all except one. */
export async function forgetSources(
  trx: Trx,
  userId: string,
  { only, except }: { only?: Buffer | null; except?: Buffer | null } = {},
): Promise<void> {
  let sources = trx.deleteFrom('signInSources').where('userId', '=', userId);
  if (only) sources = sources.where('sourceHash', '=', only);
  if (except) sources = sources.where('sourceHash', '!=', except);
  await sources.execute();
}
