import { sql } from 'kysely';
import type { Database, Trx } from '../db/database.ts';

/** How far the waiting room is: the last place that may order, and the last that was given. */
export type QueueState = { admitted: number; last: number };

const last = sql`coalesce((select max(place) from checkout_places), 0)`;
/** Before the first place that is left, nobody waits. */
const passed = sql`coalesce((select min(place) - 1 from checkout_places), 0)`;
const place = sql<number>`place::float8`.as('place');

/** The state of the waiting room. Buyers wait if `admitted` is below `last`. */
export async function readQueue(db: Database): Promise<QueueState> {
  const { rows } = await sql<QueueState>`
    select greatest(coalesce((select admitted from checkout_queue), 0), ${passed})::float8 as admitted,
      ${last}::float8 as last`.execute(db);
  return rows[0] ?? { admitted: 0, last: 0 };
}

/** Lets the next buyers order, `count` of them. */
export async function admit(db: Database, count: number): Promise<void> {
  await sql`
    insert into checkout_queue as queue (admitted) values (least(${passed} + ${count}::bigint, ${last}))
    on conflict (id) do update set admitted_at = now(), admitted = greatest(queue.admitted,
      least(greatest(queue.admitted, ${passed}) + ${count}::bigint, ${last}))`.execute(db);
}

/** The place of a buyer in the waiting room. */
export async function findPlace(db: Database, buyerHash: number): Promise<number | undefined> {
  const found = await db
    .selectFrom('checkoutPlaces')
    .select(place)
    .where('buyerHash', '=', buyerHash)
    .executeTakeFirst();
  return found?.place;
}

/** Gives a buyer the next place, or returns the one that they have. */
export async function takePlace(db: Database, buyerHash: number): Promise<number> {
  const taken = await db
    .insertInto('checkoutPlaces')
    .values({ buyerHash })
    .onConflict((conflict) => conflict.column('buyerHash').doUpdateSet({ buyerHash }))
    .returning(place)
    .executeTakeFirstOrThrow();
  return taken.place;
}

/** Ends the place of a buyer who has ordered. */
export async function endPlace(trx: Trx, buyerHash: number): Promise<void> {
  await trx.deleteFrom('checkoutPlaces').where('buyerHash', '=', buyerHash).execute();
}

/** Deletes the places of buyers who did not order although everyone was admitted two minutes ago. */
export async function deleteUnusedPlaces(db: Database): Promise<void> {
  await sql`delete from checkout_places using checkout_queue
    where place <= admitted and admitted_at < now() - interval '2 minutes'`.execute(db);
}
