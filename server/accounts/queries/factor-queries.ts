import { type Insertable, sql } from 'kysely';
import type { Database, Trx } from '../../db/database.ts';
import { countRows } from '../../db/paging.ts';
import type { Passkeys } from '../../db/schema.ts';

/** Which second factors an account has. */
export async function findFactors(
  db: Database | Trx,
  userId: string,
): Promise<{ passkey: boolean; totp: boolean }> {
  const { rows } = await sql<{ passkey: boolean; totp: boolean }>`
    select exists (select from passkeys where user_id = ${userId}) as passkey,
      exists (select from totp_secrets where user_id = ${userId} and confirmed_at is not null) as totp`.execute(
    db,
  );
  return rows[0] ?? { passkey: false, totp: false };
}

/** Stores a secret that is not confirmed yet, instead of an earlier one. Returns false if one is confirmed. */
export async function saveTotpSecret(trx: Trx, userId: string, secret: Buffer): Promise<boolean> {
  const row = await trx
    .insertInto('totpSecrets')
    .values({ userId, secret })
    .onConflict((conflict) =>
      conflict.column('userId').doUpdateSet({ secret }).where('totpSecrets.confirmedAt', 'is', null),
    )
    .returning('userId')
    .executeTakeFirst();
  return row !== undefined;
}

export async function findTotpSecret(db: Database, userId: string) {
  return db
    .selectFrom('totpSecrets')
    .select(['secret', 'confirmedAt'])
    .where('userId', '=', userId)
    .executeTakeFirst();
}

export async function listTotpSecrets(db: Database) {
  return db.selectFrom('totpSecrets').select(['userId', 'secret']).execute();
}

/** Stores the same secret as it is encrypted now, unless it has changed meanwhile. */
export async function replaceTotpSecret(
  db: Database,
  userId: string,
  before: Buffer,
  secret: Buffer,
): Promise<void> {
  await db
    .updateTable('totpSecrets')
    .set({ secret })
    .where('userId', '=', userId)
    .where('secret', '=', before)
    .execute();
}

/** Uses the code of a time step; of two attempts with the same or an earlier code only one succeeds. */
export async function consumeTotpStep(
  db: Database | Trx,
  userId: string,
  step: number,
  confirmedAt?: Date,
): Promise<boolean> {
  const row = await db
    .updateTable('totpSecrets')
    .set({ lastStep: step, ...(confirmedAt && { confirmedAt }) })
    .where('userId', '=', userId)
    .where('lastStep', '<', step)
    .returning('userId')
    .executeTakeFirst();
  return row !== undefined;
}

export async function listPasskeys(db: Database | Trx, userId: string) {
  return db
    .selectFrom('passkeys')
    .selectAll()
    .where('userId', '=', userId)
    .orderBy('createdAt')
    .orderBy('id')
    .execute();
}

export async function findPasskey(db: Database, id: string) {
  return db.selectFrom('passkeys').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function insertPasskey(trx: Trx, row: Insertable<Passkeys>): Promise<void> {
  await trx.insertInto('passkeys').values(row).execute();
}

/** Records a use; false if the counter has not grown, as with a copy of the passkey. */
export async function recordPasskeyUse(
  db: Database,
  id: string,
  userId: string,
  counter: number,
  now: Date,
): Promise<boolean> {
  const row = await db
    .updateTable('passkeys')
    .set({ counter, lastUsedAt: now })
    .where('id', '=', id)
    .where('userId', '=', userId)
    .where((eb) =>
      eb.or([eb('counter', '<', counter), eb.and([eb('counter', '=', 0), eb.lit(counter === 0)])]),
    )
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function deletePasskey(trx: Trx, userId: string, id: string): Promise<string | undefined> {
  const row = await trx
    .deleteFrom('passkeys')
    .where('id', '=', id)
    .where('userId', '=', userId)
    .returning('name')
    .executeTakeFirst();
  return row?.name;
}

export async function insertChallenge(
  db: Database,
  row: { challenge: string; userId: string | null; expiresAt: Date },
): Promise<void> {
  await db.insertInto('passkeyChallenges').values(row).execute();
}

/** Uses a challenge, of an account or of nobody: it is deleted, so that of two attempts only one succeeds. */
export async function consumeChallenge(
  db: Database,
  userId: string | null,
  challenge: string,
  now: Date,
): Promise<boolean> {
  const row = await db
    .deleteFrom('passkeyChallenges')
    .where('challenge', '=', challenge)
    .where('userId', 'is not distinct from', userId)
    .returning('expiresAt')
    .executeTakeFirst();
  return row !== undefined && row.expiresAt > now;
}

/** Replaces the recovery codes of an account. */
export async function replaceRecoveryCodes(trx: Trx, userId: string, hashes: Buffer[]): Promise<void> {
  await trx.deleteFrom('recoveryCodes').where('userId', '=', userId).execute();
  if (hashes.length === 0) return;
  await trx
    .insertInto('recoveryCodes')
    .values(hashes.map((codeHash) => ({ codeHash, userId })))
    .execute();
}

export const countRecoveryCodes = (db: Database | Trx, userId: string): Promise<number> =>
  countRows(db.selectFrom('recoveryCodes').where('userId', '=', userId).where('usedAt', 'is', null));

/** Uses a recovery code; of two attempts only one succeeds. */
export async function consumeRecoveryCode(
  db: Database,
  userId: string,
  codeHash: Buffer,
  now: Date,
): Promise<boolean> {
  const row = await db
    .updateTable('recoveryCodes')
    .set({ usedAt: now })
    .where('codeHash', '=', codeHash)
    .where('userId', '=', userId)
    .where('usedAt', 'is', null)
    .returning('userId')
    .executeTakeFirst();
  return row !== undefined;
}

type ProofCounter = { userId: string; method: 'password' | 'totp' };

/** Counts an attempt to prove who one is, and returns their number since the window of `windowMs` began. */
export async function countProof(
  db: Database,
  counter: ProofCounter,
  now: Date,
  windowMs: number,
): Promise<number> {
  const isOver = sql<boolean>`proof_attempts.window_start < ${new Date(now.getTime() - windowMs)}`;
  const { attempts } = await db
    .insertInto('proofAttempts')
    .values({ ...counter, windowStart: now, attempts: 1 })
    .onConflict((conflict) =>
      conflict.columns(['userId', 'method']).doUpdateSet({
        windowStart: sql`case when ${isOver} then excluded.window_start else proof_attempts.window_start end`,
        attempts: sql`case when ${isOver} then 1 else proof_attempts.attempts + 1 end`,
      }),
    )
    .returning('attempts')
    .executeTakeFirstOrThrow();
  return attempts;
}

export async function forgetProofs(db: Database, { userId, method }: ProofCounter): Promise<void> {
  await db.deleteFrom('proofAttempts').where('userId', '=', userId).where('method', '=', method).execute();
}

export async function deleteTotpSecret(trx: Trx, userId: string): Promise<boolean> {
  const row = await trx
    .deleteFrom('totpSecrets')
    .where('userId', '=', userId)
    .where('confirmedAt', 'is not', null)
    .returning('userId')
    .executeTakeFirst();
  return row !== undefined;
}

/** Removes all second factors of an account with its recovery codes. */
export async function deleteFactors(trx: Trx, userId: string): Promise<void> {
  await trx.deleteFrom('totpSecrets').where('userId', '=', userId).execute();
  await trx.deleteFrom('passkeys').where('userId', '=', userId).execute();
  await trx.deleteFrom('recoveryCodes').where('userId', '=', userId).execute();
  await trx.deleteFrom('proofAttempts').where('userId', '=', userId).execute();
}
