import { isId } from '../../shared/id.ts';
import type { ReportReason } from '../../shared/products/review-rules.ts';
import { transaction } from '../db/database.ts';
import type { Actor, Deps } from '../deps.ts';
import { notFound } from '../errors.ts';
import { addressBlock } from '../runtime/address-block.ts';
import { hashOf } from './hashes.ts';
import * as queries from './vote-queries.ts';

/**
 * The most votes for one review from one network address. Shoppers of a household or a mobile carrier share an address;
 * a single person with many browsers must not decide which review is the first.
 */
const maxVotesPerSource = 5;

const reviewNotFound = () => notFound('Review not found.');

/** Votes and reports by anybody. They are stored with hashes that differ for each review. */
export function votes({ db }: Deps, actor: Actor) {
  const sourceOf = (id: string) => hashOf(id, addressBlock(actor.address, 32));
  return {
    /**
     * Marks a review as helpful, or takes that back: one vote for each account or browser, of which `voter` is a
     * random text. Returns the number of votes. A vote that is not counted gets the same reply. 404.
     */
    async vote(id: string, voter: string, isHelpful: boolean): Promise<{ helpful: number }> {
      if (!isId(id)) throw reviewNotFound();
      const voterHash = hashOf(id, actor.kind === 'guest' ? voter : actor.userId);
      const vote = { reviewId: id, voterHash, sourceHash: sourceOf(id) };
      return transaction(db, async (trx) => {
        const review = await queries.lockPublished(trx, id);
        if (!review) throw reviewNotFound();
        const isChanged = isHelpful
          ? await queries.addVote(trx, vote, maxVotesPerSource)
          : await queries.removeVote(trx, vote);
        return {
          helpful: isChanged ? await queries.changeHelpful(trx, id, isHelpful ? 1 : -1) : review.helpful,
        };
      });
    },

    /** Reports a review to the shop, once for each review and network address. 404. */
    async report(id: string, reason: ReportReason): Promise<void> {
      const report = { reviewId: id, sourceHash: sourceOf(id), reason };
      if (!isId(id) || !(await queries.insertReport(db, report))) throw reviewNotFound();
    },
  };
}
