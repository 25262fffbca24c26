import { isId } from '../../shared/id.ts';
import type { Database, Trx } from '../db/database.ts';

/** A policy by id or type; inactive ones only for admins. */
export async function findPolicy(db: Database, idOrType: string, sight: 'shopper' | 'admin') {
  return db
    .selectFrom('policies')
    .selectAll()
    .where(isId(idOrType) ? 'id' : 'type', '=', idOrType)
    .where((eb) => (sight === 'admin' ? eb.lit(true) : eb('isActive', '=', true)))
    .executeTakeFirst();
}

export async function listPolicies(db: Database, sight: 'shopper' | 'admin') {
  return db
    .selectFrom('policies')
    .selectAll()
    .where((eb) => (sight === 'admin' ? eb.lit(true) : eb('isActive', '=', true)))
    .orderBy('type')
    .execute();
}

export type PolicyRow = NonNullable<Awaited<ReturnType<typeof findPolicy>>>;

export async function getSiteInfo(db: Database | Trx) {
  return db.selectFrom('siteInfo').select(['id', 'version', 'content', 'settings']).executeTakeFirstOrThrow();
}

export async function insertContactQuery(
  trx: Trx,
  query: { name: string; email: string; subject: string; message: string },
): Promise<number> {
  const { ticket } = await trx
    .insertInto('contactQueries')
    .values(query)
    .returning('ticket')
    .executeTakeFirstOrThrow();
  return ticket;
}
