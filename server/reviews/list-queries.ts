import { sql } from 'kysely';
import type { Review, ReviewQuery, ReviewSort } from '../../shared/contract/catalogue/reviews.ts';
import { type Database, prepared } from '../db/database.ts';

const orders: Record<ReviewSort, string> = {
  helpful: 'helpful desc, created_at desc',
  newest: 'created_at desc',
  highest: 'stars desc, helpful desc, created_at desc',
  lowest: 'stars, helpful desc, created_at desc',
};

type Figures = {
  total: number;
  withPhotos: number;
  isDemo: boolean;
  byStars: Record<string, number>;
  reviews: (Omit<Review, '_id'> & { id: string })[];
};

/**
 * A page of the published reviews of a product, and figures of all of them. Demo reviews are among them only if the
 * product has no other one.
 */
export async function readReviews(
  db: Database,
  productId: string,
  { page, limit, sort, stars, photos }: ReviewQuery,
): Promise<Figures> {
  const filter = sql`where (${stars ?? null}::int is null or stars = ${stars ?? null})
    and (not ${photos ?? false}::boolean or images <> '[]'::jsonb)`;
  const order = sql.raw(`${orders[sort]}, id`);
  const { rows } = await sql<Figures>`
    ${prepared} with published as (
      select id, source, stars, title, body, name, variant_label, answer, helpful, created_at,
        (select coalesce(jsonb_agg(path order by position), '[]') from review_pictures p where p.review_id = r.id) as images
      from reviews r where product_id = ${productId} and status = 'published'),
    shown as (select * from published
      where source <> 'demo' or not exists (select from published where source <> 'demo'))
    select
      (select count(*) from shown ${filter})::int as total,
      (select count(*) from shown where images <> '[]')::int as with_photos,
      exists (select from shown where source = 'demo') as is_demo,
      (select coalesce(json_object_agg(stars, n), '{}')
        from (select stars, count(*) as n from shown group by stars) counted) as by_stars,
      (select coalesce(json_agg(json_build_object('id', id, 'source', source, 'stars', stars, 'title', title,
          'text', body, 'name', name, 'variant', variant_label, 'images', images, 'answer', answer,
          'helpful', helpful, 'createdAt', to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
          order by ${order}), '[]')
        from (select * from shown ${filter} order by ${order}
          limit ${limit} offset ${(page - 1) * limit}) listed) as reviews`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('a query without a from clause returned no row');
  return row;
}

/** How many of the newest reviews a page may show. */
const maxQuotes = 6;

/**
 * Published reviews of products for sale: those with these ids, and the newest with a text and at least four stars. Demo
 * reviews are among them only if there is no other one.
 */
export async function listQuotes(db: Database, ids: string[]): Promise<Quote[]> {
  const { rows } = await sql<Omit<Quote, '_id'> & { id: string }>`
    with published as (
      select r.id, r.stars, r.title, r.body as text, r.name, r.source, r.created_at,
        json_build_object('id', p.id, 'name', p.name, 'slug', p.slug) as product
      from reviews r join products p on p.id = r.product_id
      where r.status = 'published' and p.deleted_at is null and p.status in ('active', 'featured')
        and (r.source <> 'demo' or not exists (select from reviews where status = 'published' and source <> 'demo'))),
    newest as (
      select id from published where stars >= 4 and text <> '' order by created_at desc, id desc limit ${maxQuotes})
    select id, stars, title, text, name, source, product, id in (select id from newest) as "isNewest"
    from published where id = any(${ids}::uuid[]) or id in (select id from newest)
    order by created_at desc, id desc`.execute(db);
  return rows.map(({ id, ...quote }) => ({ _id: id, ...quote }));
}

type Quote = Pick<Review, '_id' | 'stars' | 'title' | 'text' | 'name' | 'source'> & {
  product: { id: string; name: string; slug: string };
  isNewest: boolean;
};
