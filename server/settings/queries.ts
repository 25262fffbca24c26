import type { Database, Trx } from '../db/database.ts';

type StoredSetting = { name: string; value: Buffer; updatedAt: Date };

/** All stored settings, encrypted. */
export async function listStored(db: Database | Trx): Promise<StoredSetting[]> {
  return db.selectFrom('storedSettings').selectAll().orderBy('name').execute();
}

/** Stores a setting, or replaces its value. */
export async function saveStored(trx: Trx, setting: StoredSetting): Promise<void> {
  await trx
    .insertInto('storedSettings')
    .values(setting)
    .onConflict((oc) => oc.column('name').doUpdateSet({ value: setting.value, updatedAt: setting.updatedAt }))
    .execute();
}

/** Removes settings. */
export async function deleteStored(trx: Trx, names: readonly string[]): Promise<void> {
  await trx.deleteFrom('storedSettings').where('name', 'in', names).execute();
}

/** When the value of a setting was stored; undefined if it is not stored. */
export async function findStoredTime(db: Database, name: string): Promise<Date | undefined> {
  const row = await db
    .selectFrom('storedSettings')
    .select('updatedAt')
    .where('name', '=', name)
    .executeTakeFirst();
  return row?.updatedAt;
}
