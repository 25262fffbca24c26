import { sql } from 'kysely';
import type { Database, Trx } from '../../db/database.ts';

const columns = [
  'id',
  'name',
  'slug',
  'formerSlugs',
  'description',
  'image',
  'seoTitle',
  'seoDescription',
  'isPublished',
  'rules',
  'sort',
  'updatedAt',
] as const;

/** A collection by its id, its slug or a former one; the present slug wins. */
export const findCollection = (db: Database | Trx, idOrSlug: string) =>
  db
    .selectFrom('collections')
    .select(columns)
    .where(sql<boolean>`id::text = ${idOrSlug} or slug = ${idOrSlug} or ${idOrSlug} = any(former_slugs)`)
    .orderBy(sql`slug = ${idOrSlug}`, 'desc')
    .limit(1)
    .executeTakeFirst();

export type CollectionRow = NonNullable<Awaited<ReturnType<typeof findCollection>>>;

/** All collections by name. */
export const listCollections = (db: Database) =>
  db.selectFrom('collections').select(columns).orderBy(sql`lower(name)`).execute();

export const listChosen = (db: Database | Trx, collectionId: string) =>
  db
    .selectFrom('collectionProducts')
    .select('productId')
    .where('collectionId', '=', collectionId)
    .orderBy('position')
    .execute();

/** Locks the collections against other writers, as a slug depends on all of them. */
export async function lockCollections(trx: Trx): Promise<void> {
  await sql`lock table collections in share row exclusive mode`.execute(trx);
}

/** The slugs in use that begin with a text, but not those of this collection. */
export async function listSlugs(trx: Trx, start: string, exceptId: string | undefined): Promise<string[]> {
  const rows = await trx
    .selectFrom('collections')
    .select(['id', 'slug'])
    .where(sql<boolean>`starts_with(slug, ${start})`)
    .execute();
  return rows.filter(({ id }) => id !== exceptId).map(({ slug }) => slug);
}

type Values = {
  name: string;
  slug: string;
  formerSlugs: string[];
  description: string;
  image: string | null;
  seoTitle: string;
  seoDescription: string;
  isPublished: boolean;
  rules: object | null;
  sort: string;
  updatedAt: Date;
};

export async function insertCollection(trx: Trx, { rules, ...values }: Values): Promise<string> {
  const { id } = await trx
    .insertInto('collections')
    .values({ ...values, rules: rules && JSON.stringify(rules), createdAt: values.updatedAt })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export const updateCollection = (trx: Trx, id: string, { rules, ...values }: Values) =>
  trx
    .updateTable('collections')
    .set({ ...values, rules: rules && JSON.stringify(rules) })
    .where('id', '=', id)
    .execute();

/** Replaces the chosen products of a collection. Ids of products that do not exist are left out. */
export async function setChosen(trx: Trx, collectionId: string, productIds: string[]): Promise<void> {
  await trx.deleteFrom('collectionProducts').where('collectionId', '=', collectionId).execute();
  await sql`insert into collection_products (collection_id, product_id, position)
    select ${collectionId}::uuid, p.id, given.position
    from unnest(${productIds}::uuid[]) with ordinality as given (id, position)
    join products p on p.id = given.id and p.deleted_at is null
    on conflict do nothing`.execute(trx);
}

export const deleteCollection = (trx: Trx, id: string) =>
  trx.deleteFrom('collections').where('id', '=', id).execute();
