import { sql } from 'kysely';
import type { ReportReason } from '../../shared/products/review-rules.ts';
import type { Database, Trx } from '../db/database.ts';

type Vote = { reviewId: string; voterHash: string; sourceHash: string };

/** Locks a published review for a change of its votes. */
export async function lockPublished(trx: Trx, id: string) {
  return trx
    .selectFrom('reviews')
    .select(['id', 'helpful'])
    .where('id', '=', id)
    .where('status', '=', 'published')
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** Adds a vote, unless the voter has one or `most` votes came from the same source. Returns whether it is new. */
export async function addVote(trx: Trx, vote: Vote, most: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into review_votes (review_id, voter_hash, source_hash)
    select ${vote.reviewId}::uuid, ${vote.voterHash}, ${vote.sourceHash}
    where (select count(*) from review_votes
      where review_id = ${vote.reviewId} and source_hash = ${vote.sourceHash}) < ${most}
    on conflict do nothing`.execute(trx);
  return numAffectedRows === 1n;
}

export async function removeVote(trx: Trx, { reviewId, voterHash }: Vote): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('reviewVotes')
    .where('reviewId', '=', reviewId)
    .where('voterHash', '=', voterHash)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

/** Changes the number of helpful votes. Returns the new one. */
export async function changeHelpful(trx: Trx, id: string, by: number): Promise<number> {
  const { helpful } = await trx
    .updateTable('reviews')
    .set((eb) => ({ helpful: eb('helpful', '+', by) }))
    .where('id', '=', id)
    .returning('helpful')
    .executeTakeFirstOrThrow();
  return helpful;
}

/** Stores a report of a published review of a buyer; false if there is no such review. */
export async function insertReport(
  db: Database,
  report: { reviewId: string; sourceHash: string; reason: ReportReason },
): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    with published as (select id from reviews where id = ${report.reviewId} and status = 'published'),
    added as (insert into review_reports (review_id, source_hash, reason)
      select id, ${report.sourceHash}, ${report.reason}::report_reason from published on conflict do nothing)
    select exists (select from published) as found`.execute(db);
  return rows[0]?.found ?? false;
}
