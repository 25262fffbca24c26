import { sql } from 'kysely';
import type { CourierProvider } from '../../shared/contract/orders/couriers.ts';
import type { Database, Trx } from '../db/database.ts';
import type { PinAnswer } from './courier-api.ts';

type Question = { provider: CourierProvider; pin: string };

/** What these couriers have answered about a PIN code. */
export const listPinAnswers = (db: Database | Trx, providers: CourierProvider[], pin: string) =>
  db
    .selectFrom('courierPinAnswers')
    .selectAll()
    .where('pin', '=', pin)
    .where('provider', 'in', providers)
    .execute();

/** Records that a courier is asked now. False if another process has asked it after `before`. */
export async function startPinQuestion(
  db: Database,
  { provider, pin }: Question,
  { askedAt, before }: { askedAt: Date; before: Date },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows: changed } = await db
    .insertInto('courierPinAnswers')
    .values({ provider, pin, askedAt })
    .onConflict((conflict) =>
      conflict
        .columns(['provider', 'pin'])
        .doUpdateSet({ askedAt })
        .where('courierPinAnswers.askedAt', '<', before),
    )
    .executeTakeFirst();
  return changed === 1n;
}

/** Stores the answer of a courier that was asked at `askedAt`. */
export async function savePinAnswer(
  db: Database,
  question: Question,
  { isServed, hasCod }: PinAnswer,
  { askedAt, answeredAt }: { askedAt: Date; answeredAt: Date },
): Promise<void> {
  const answer = { isServed, hasCod, answeredAt, askedAt };
  await db
    .insertInto('courierPinAnswers')
    .values({ ...question, ...answer })
    .onConflict((conflict) => conflict.columns(['provider', 'pin']).doUpdateSet(answer))
    .execute();
}

/** The number of answers of each courier, and when it last answered and did not answer. */
export const summarisePinAnswers = (db: Database) =>
  db
    .selectFrom('courierPinAnswers')
    .select((eb) => [
      'provider',
      eb.fn.count<number>('answeredAt').as('answers'),
      eb.fn.max('answeredAt').as('answeredAt'),
      sql<Date | null>`max(asked_at) filter (where answered_at is null or answered_at < asked_at)`.as(
        'unansweredAt',
      ),
    ])
    .groupBy('provider')
    .execute();

/** Deletes the answers of a courier, whose account may be another one now. */
export async function deletePinAnswers(trx: Trx, provider: CourierProvider): Promise<void> {
  await trx.deleteFrom('courierPinAnswers').where('provider', '=', provider).execute();
}
