import { sql } from 'kysely';
import type { Database, Trx } from '../../db/database.ts';

/** Creates the wishlist of an account if there is none, and locks it until the transaction ends. */
export async function lockWishlist(trx: Trx, userId: string, now: Date): Promise<void> {
  await trx
    .insertInto('wishlists')
    .values({ userId, createdAt: now })
    .onConflict((oc) => oc.column('userId').doUpdateSet({ userId }))
    .execute();
}

/** The key of the public link of an account's wishlist. */
export async function findShareKey(db: Database | Trx, userId: string): Promise<string | null> {
  const row = await db
    .selectFrom('wishlists')
    .select('shareKey')
    .where('userId', '=', userId)
    .executeTakeFirst();
  return row?.shareKey ?? null;
}

export async function setShareKey(
  db: Database | Trx,
  userId: string,
  shareKey: string | null,
): Promise<void> {
  await db.updateTable('wishlists').set({ shareKey }).where('userId', '=', userId).execute();
}

/** The account whose wishlist has this public link. */
export async function findOwner(db: Database, shareKey: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('wishlists')
    .select('userId')
    .where('shareKey', '=', shareKey)
    .executeTakeFirst();
  return row?.userId;
}

/** The products of a wishlist that still exist, the latest first. Drafts are among them, as they may return. */
export async function listSaved(db: Database | Trx, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('wishlistItems')
    .innerJoin('products', 'products.id', 'wishlistItems.productId')
    .select('productId')
    .where('userId', '=', userId)
    .where('products.deletedAt', 'is', null)
    .orderBy('wishlistItems.createdAt', 'desc')
    .orderBy('productId')
    .execute();
  return rows.map(({ productId }) => productId);
}

/** Adds products that shoppers can see, in this order the latest first; those that are saved already stay. */
export async function addSaved(trx: Trx, userId: string, ids: string[], now: Date): Promise<void> {
  await sql`insert into wishlist_items (user_id, product_id, created_at)
    select ${userId}::uuid, p.id, ${now}::timestamptz - given.place * interval '1 ms'
    from unnest(${ids}::uuid[]) with ordinality as given (id, place) join products p on p.id = given.id
    where p.deleted_at is null and p.status in ('active', 'featured')
    on conflict (user_id, product_id) do nothing`.execute(trx);
}

export async function deleteSaved(db: Database, userId: string, productId: string): Promise<void> {
  await db
    .deleteFrom('wishlistItems')
    .where('userId', '=', userId)
    .where('productId', '=', productId)
    .execute();
}
