import { sql } from 'kysely';
import type { OwnReview, ReviewStatus } from '../../shared/contract/catalogue/reviews.ts';
import type { Database, Trx } from '../db/database.ts';
import type { Actor } from '../deps.ts';
import { can } from '../permissions.ts';

/** Who asks for the reviews of an order: its account, or a client with its key. */
export type Buyer = { actor: Actor; key: string | undefined };

type Item = {
  productId: string;
  name: string;
  slug: string;
  image: string | null;
  variantLabel: string;
  review: (Omit<OwnReview, '_id' | 'variant'> & { id: string; variantLabel: string }) | null;
};

/** The secret that signs the links of an order. */
export async function findAccessKey(db: Database, id: string): Promise<string | undefined> {
  const row = await db.selectFrom('orders').select('accessKey').where('id', '=', id).executeTakeFirst();
  return row?.accessKey;
}

/**
 * An order and its products, each with the review of its buyer, if this reader may see them; `forWriting`: only the buyer
 * themselves. `buyer` identifies them: their mailbox, else their account.
 */
export async function findReviewable(
  db: Database | Trx,
  id: string,
  { actor, key }: Buyer,
  { forWriting = false } = {},
) {
  const mayRead = !forWriting && can(actor, 'orders.viewAll');
  const userId = actor.kind === 'guest' ? null : actor.userId;
  const { rows } = await sql<{
    id: string;
    name: string;
    buyer: string;
    isDelivered: boolean;
    items: Item[];
  }>`
    with found as (
      select id, name, status, coalesce(nullif(mailbox, ''), user_id::text, id::text) as buyer from orders
      where id = ${id} and deleted_at is null
        and (${mayRead}::boolean or access_key = ${key || null} or user_id = ${userId}::uuid))
    select id, name, buyer, status = 'delivered' as is_delivered,
      (select coalesce(json_agg(item order by position), '[]') from (
        select distinct on (i.product_id) i.position, i.product_id, i.name, i.slug, i.image, i.variant_label,
          (select json_build_object('id', r.id, 'status', r.status, 'rejectionReason', r.rejection_reason,
              'stars', r.stars, 'title', r.title, 'text', r.body, 'name', r.name, 'variantLabel', r.variant_label,
              'answer', r.answer,
              'createdAt', to_char(r.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
              'images', (select coalesce(json_agg(path order by p.position), '[]')
                from review_pictures p where p.review_id = r.id))
            from reviews r where r.product_id = i.product_id
              and r.buyer_hash = encode(sha256(convert_to(found.buyer, 'UTF8')), 'hex')) as review
        from order_items i where i.order_id = found.id order by i.product_id, i.position) item) as items
    from found`.execute(db);
  return rows[0];
}

/** Inserts the review of a buyer, or replaces what they have written before. Returns its id. */
export async function upsertReview(
  trx: Trx,
  review: {
    productId: string;
    orderId: string;
    buyerHash: string;
    variantLabel: string;
    status: ReviewStatus;
    stars: number;
    title: string;
    body: string;
    name: string;
  },
  now: Date,
): Promise<string> {
  const { status, stars, title, body, name } = review;
  const publishedAt = status === 'published' ? now : null;
  const row = await trx
    .insertInto('reviews')
    .values({ ...review, source: 'order', createdAt: now, publishedAt })
    .onConflict((oc) =>
      oc.columns(['productId', 'buyerHash']).doUpdateSet({
        status,
        stars,
        title,
        body,
        name,
        rejectionReason: '',
        publishedAt: sql`coalesce(reviews.published_at, excluded.published_at)`,
      }),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

/** Replaces the photographs of a review. The files of those that it no longer has are deleted later. */
export async function replacePictures(trx: Trx, reviewId: string, paths: string[]): Promise<void> {
  await trx.deleteFrom('reviewPictures').where('reviewId', '=', reviewId).execute();
  if (paths.length === 0) return;
  await trx
    .insertInto('reviewPictures')
    .values(paths.map((path, position) => ({ reviewId, path, position })))
    .execute();
}

/** Photographs that were uploaded before `before` and that no review has. */
export async function listUnusedPictures(db: Database, before: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('mediaFiles')
    .select('path')
    .where('kind', '=', 'review')
    .where('createdAt', '<', before)
    .where(sql<boolean>`not exists (select from review_pictures p where p.path = media_files.path)`)
    .limit(500)
    .execute();
  return rows.map(({ path }) => path);
}
