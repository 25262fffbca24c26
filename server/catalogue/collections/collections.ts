import {
  type Collection,
  type CollectionInput,
  type CollectionSummary,
  collectionRules,
  type OwnedCollection,
  ownedCollection,
} from '../../../shared/contract/catalogue/collections.ts';
import { changesBetween, recordAudit } from '../../db/audit-log.ts';
import { type Database, type Trx, transaction } from '../../db/database.ts';
import type { Admin, Deps } from '../../deps.ts';
import { notFound } from '../../errors.ts';
import { checkPictures } from '../../media/media.ts';
import { chooseSlug } from '../slug.ts';
import * as queries from './queries.ts';

export { isMember, type Members, placeIn, withMembers } from './member-queries.ts';
export { listCollections } from './queries.ts';

const missing = () => notFound('There is no such collection.');

/** Collections as shoppers see them. */
export const collections = ({ db }: Pick<Deps, 'db'>) => ({
  /** A published collection by id, slug or former slug. 404. */
  async getCollection(idOrSlug: string): Promise<Collection> {
    const row = await queries.findCollection(db, idOrSlug);
    if (!row?.isPublished) throw missing();
    return presentCollection(row);
  },
});

/** Collections in the back office; `count` says how many products for sale a collection has. */
export function collectionAdmin(
  { db, clock }: Deps,
  admin: Admin,
  count: (collectionId: string) => Promise<number>,
) {
  const read = (idOrSlug: string) => getOwned(db, idOrSlug);

  return {
    /** All collections by name. */
    async listCollections(): Promise<CollectionSummary[]> {
      const rows = await queries.listCollections(db);
      return Promise.all(
        rows.map(async ({ id, name, slug, image, isPublished, rules }) => ({
          _id: id,
          name,
          slug,
          image,
          isPublished,
          hasRules: rules !== null,
          count: await count(id),
        })),
      );
    },

    getOwnedCollection: read,

    /** 400 by field; 409 `slug_taken`. */
    async createCollection(input: CollectionInput): Promise<OwnedCollection> {
      const id = await transaction(db, async (trx) => {
        await queries.lockCollections(trx);
        const values = await valuesOf(trx, input, undefined, clock.now());
        const created = await queries.insertCollection(trx, values);
        await queries.setChosen(trx, created, input.rules ? [] : input.products);
        const detail = { name: input.name };
        await recordAudit(trx, admin, { action: 'collection.create', subject: created, detail });
        return created;
      });
      return read(id);
    },

    /** 400 by field; 404; 409 `slug_taken`. */
    async updateCollection(id: string, input: CollectionInput): Promise<OwnedCollection> {
      await transaction(db, async (trx) => {
        await queries.lockCollections(trx);
        const row = await queries.findCollection(trx, id);
        if (!row) throw missing();
        const before = await getOwned(trx, row.id);
        await queries.updateCollection(trx, row.id, await valuesOf(trx, input, row, clock.now()));
        await queries.setChosen(trx, row.id, input.rules ? [] : input.products);
        const changes = changesBetween(before, await getOwned(trx, row.id));
        await recordAudit(trx, admin, {
          action: 'collection.update',
          subject: row.id,
          detail: { name: input.name, changes },
        });
      });
      return read(id);
    },

    /** Deletes a collection; its products stay. 404. */
    deleteCollection: (id: string): Promise<void> =>
      transaction(db, async (trx) => {
        const row = await queries.findCollection(trx, id);
        if (!row) throw missing();
        await queries.deleteCollection(trx, row.id);
        await recordAudit(trx, admin, {
          action: 'collection.delete',
          subject: row.id,
          detail: { name: row.name },
        });
      }),
  };
}

/** The columns that an input sets. */
async function valuesOf(
  trx: Trx,
  { products: _, slug: given, ...input }: CollectionInput,
  before: queries.CollectionRow | undefined,
  now: Date,
) {
  if (input.image && input.image !== before?.image)
    await checkPictures(trx, [input.image], 'category', 'image');
  const slug = await chooseSlug({ name: input.name, slug: given }, 'collection', (start) =>
    queries.listSlugs(trx, start, before?.id),
  );
  const former = new Set(before?.formerSlugs);
  if (before) former.add(before.slug);
  former.delete(slug);
  return { ...input, slug, formerSlugs: [...former], updatedAt: now };
}

/** 404. */
async function getOwned(db: Database | Trx, idOrSlug: string): Promise<OwnedCollection> {
  const row = await queries.findCollection(db, idOrSlug);
  if (!row) throw missing();
  const chosen = await queries.listChosen(db, row.id);
  return ownedCollection.parse({
    ...presentCollection(row),
    isPublished: row.isPublished,
    rules: row.rules && collectionRules.parse(row.rules),
    products: chosen.map(({ productId }) => productId),
    sort: row.sort,
    updatedAt: row.updatedAt.toISOString(),
  });
}

const presentCollection = ({
  id,
  name,
  slug,
  description,
  image,
  seoTitle,
  seoDescription,
}: queries.CollectionRow): Collection => ({
  _id: id,
  name,
  slug,
  description,
  image,
  seoTitle,
  seoDescription,
});
