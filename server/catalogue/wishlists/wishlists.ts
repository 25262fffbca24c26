import { randomBytes } from 'node:crypto';
import type { Wishlist } from '../../../shared/contract/catalogue/catalogue.ts';
import { isId } from '../../../shared/id.ts';
import { maxMerged, maxSaved } from '../../../shared/products/limits.ts';
import { transaction } from '../../db/database.ts';
import type { Actor, Deps } from '../../deps.ts';
import { conflict, notFound, unauthorized } from '../../errors.ts';
import * as queries from './wishlist-queries.ts';

/** The wishlist of the signed-in account, and those that others have shared (decision 104). */
export function wishlists({ db, clock }: Pick<Deps, 'db' | 'clock'>, actor: Actor) {
  const owner = () => {
    if (actor.kind === 'guest') throw unauthorized();
    return actor.userId;
  };
  const read = async (): Promise<Wishlist> => ({
    ids: await queries.listSaved(db, owner()),
    shareKey: await queries.findShareKey(db, owner()),
  });

  /** Adds products; 409 if the wishlist then had more than `limit` products. */
  const add = (ids: string[], limit: number) =>
    transaction(db, async (trx) => {
      const now = clock.now();
      await queries.lockWishlist(trx, owner(), now);
      const before = await queries.listSaved(trx, owner());
      await queries.addSaved(trx, owner(), ids, now);
      const after = await queries.listSaved(trx, owner());
      if (after.length > Math.max(limit, before.length))
        throw conflict('wishlist_full', `Your wishlist can have ${maxSaved} products. Remove one first.`);
      return after;
    });

  return {
    getWishlist: read,

    /** Adds a product to the wishlist. 404 if shoppers can't see it, 409 if the wishlist is full. */
    async saveProduct(id: string): Promise<void> {
      const saved = isId(id) ? await add([id], maxSaved) : [];
      if (!saved.includes(id.toLowerCase())) throw notFound('Product not found.');
    },

    /** Removes a product from the wishlist. No error if it is not there. */
    async unsaveProduct(id: string): Promise<void> {
      if (isId(id)) await queries.deleteSaved(db, owner(), id);
    },

    /**
     * Adds what a browser has saved. Nothing is lost, even if both wishlists are full; 409, and nothing is added, only if
     * the wishlist would have more than twice as many products as it can have.
     */
    async mergeWishlist(ids: string[]): Promise<Wishlist> {
      await add(ids.filter(isId), maxMerged);
      return read();
    },

    /** The key of the link that lets anyone read the wishlist; the same until it is withdrawn. */
    shareWishlist: () =>
      transaction(db, async (trx) => {
        await queries.lockWishlist(trx, owner(), clock.now());
        const existing = await queries.findShareKey(trx, owner());
        const shareKey = existing ?? randomBytes(18).toString('base64url');
        if (!existing) await queries.setShareKey(trx, owner(), shareKey);
        return { shareKey };
      }),

    /** Ends the link. No error if there is none. */
    withdrawWishlist: () => queries.setShareKey(db, owner(), null),

    /** The products of a shared wishlist, without anything about its owner. 404 if the link was withdrawn. */
    async getSharedWishlist(key: string): Promise<{ ids: string[] }> {
      const userId = await queries.findOwner(db, key);
      if (!userId) throw notFound('This wishlist is no longer shared.');
      return { ids: await queries.listSaved(db, userId) };
    },
  };
}
