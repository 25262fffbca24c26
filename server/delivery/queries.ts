import { sql } from 'kysely';
import type { PinLists } from '../../shared/contract/orders/delivery.ts';
import type { Database, Trx } from '../db/database.ts';
import type { PinPlace, PinService } from './pin-file.ts';

/** What is known of a PIN code; undefined if it is in no imported list. */
export const findPin = (db: Database | Trx, pin: string) =>
  db.selectFrom('pinCodes').selectAll().where('pin', '=', pin).executeTakeFirst();

const isInDirectory = sql<boolean>`(city <> '' or state <> '')`;
const isInCourierList = sql<boolean>`(is_served is not null or has_cod is not null)`;

/** How many PIN codes each list has. */
export const countPins = (db: Database | Trx): Promise<PinLists> =>
  db
    .selectFrom('pinCodes')
    .select([
      sql<number>`count(*) filter (where ${isInDirectory})::int`.as('directory'),
      sql<number>`count(*) filter (where ${isInCourierList})::int`.as('courier'),
    ])
    .executeTakeFirstOrThrow();

/** Replaces the places of all PIN codes by those of the directory. */
export async function replaceDirectory(trx: Trx, places: PinPlace[]): Promise<void> {
  await lockPins(trx);
  await sql`update pin_codes set city = '', state = '' where ${isInDirectory}`.execute(trx);
  await sql`insert into pin_codes (pin, city, state)
    select * from unnest(${places.map(({ pin }) => pin)}::text[], ${places.map(({ city }) => city)}::text[],
      ${places.map(({ state }) => state)}::text[])
    on conflict (pin) do update set city = excluded.city, state = excluded.state`.execute(trx);
  await deleteUnknown(trx);
}

/** Replaces what is known of the service of a courier. */
export async function replaceCourierList(trx: Trx, services: PinService[]): Promise<void> {
  await lockPins(trx);
  await sql`update pin_codes set is_served = null, has_cod = null where ${isInCourierList}`.execute(trx);
  await sql`insert into pin_codes (pin, is_served, has_cod)
    select * from unnest(${services.map(({ pin }) => pin)}::text[], ${services.map(({ isServed }) => isServed)}::boolean[],
      ${services.map(({ hasCod }) => hasCod)}::boolean[])
    on conflict (pin) do update set is_served = excluded.is_served, has_cod = excluded.has_cod`.execute(trx);
  await deleteUnknown(trx);
}

/** Another import waits; readers do not. */
const lockPins = (trx: Trx) => sql`lock table pin_codes in share row exclusive mode`.execute(trx);

const deleteUnknown = (trx: Trx) =>
  trx.deleteFrom('pinCodes').where(sql<boolean>`not ${isInDirectory} and not ${isInCourierList}`).execute();
