import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import { z } from 'zod';
import { isId } from '../../shared/id.ts';
import type { Database, Trx } from '../db/database.ts';

type Visibility = 'shopper' | 'admin';

/** Inactive policies are visible to admins only. */
function policies(db: Database | Trx, visibility: Visibility) {
  const all = db.selectFrom('policies').selectAll();
  return visibility === 'admin' ? all : all.where('isActive', '=', true);
}

export async function findPolicy(db: Database | Trx, idOrType: string, visibility: Visibility) {
  return policies(db, visibility)
    .where(isId(idOrType) ? 'id' : 'type', '=', idOrType)
    .executeTakeFirst();
}

export async function listPolicies(db: Database, visibility: Visibility) {
  return policies(db, visibility).orderBy('type').execute();
}

export type PolicyRow = NonNullable<Awaited<ReturnType<typeof findPolicy>>>;

/** Locks the table against other writers, because a policy that is about to be created has no row to lock. */
export async function lockPolicies(trx: Trx): Promise<void> {
  await sql`lock table policies in share row exclusive mode`.execute(trx);
}

/** Rich text with its rendered forms; null until an older row is rendered, and `html` if it can't be read. */
const rendered = { html: z.string().nullable().default(null), words: z.string().nullable().default(null) };
const section = z.object({ heading: z.string(), content: z.string(), ...rendered, order: z.number() });
export const policyText = z.object({
  title: z.string(),
  content: z.string(),
  ...rendered,
  sections: z.array(section),
});
export type PolicyText = z.infer<typeof policyText>;

/** The first version is random, so that a new policy is not mistaken for a deleted one of the same type. */
export async function insertPolicy(trx: Trx, type: string, text: PolicyText): Promise<PolicyRow> {
  return trx
    .insertInto('policies')
    .values({ type, ...columnsOf(text), version: randomInt(1, 1_000_000_000) })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function updatePolicy(trx: Trx, id: string, text: PolicyText): Promise<PolicyRow> {
  return trx
    .updateTable('policies')
    .set((eb) => ({ ...columnsOf(text), version: eb('version', '+', 1), lastUpdated: new Date() }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** The version of a draft, which an edit changes. */
const draftVersion = 1;

/** Replaces a policy by a draft, which shoppers do not see. */
export async function replaceByDraft(trx: Trx, type: string, text: PolicyText): Promise<PolicyRow> {
  return trx
    .updateTable('policies')
    .set({
      ...columnsOf(text),
      version: draftVersion,
      isActive: false,
      isDemo: false,
      lastUpdated: new Date(),
    })
    .where('type', '=', type)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Changes the text of a draft that nobody has edited, if it differs. */
export async function updateDraft(trx: Trx, type: string, text: PolicyText): Promise<void> {
  const columns = columnsOf(text);
  await trx
    .updateTable('policies')
    .set({ ...columns, lastUpdated: new Date() })
    .where('type', '=', type)
    .where('version', '=', draftVersion)
    .where('isDemo', '=', false)
    .where(sql<boolean>`sections <> ${columns.sections}::jsonb`)
    .execute();
}

const stated = z.record(z.string(), z.string()).nullable().catch(null);

/** The sentences that a policy had when the settings that decide them changed, by what they state. */
export const statedIn = (row: PolicyRow): Record<string, string> => stated.parse(row.stated) ?? {};

export async function setStated(
  trx: Trx,
  id: string,
  sentences: Record<string, string | undefined>,
): Promise<void> {
  await trx
    .updateTable('policies')
    .set({ stated: JSON.stringify(sentences) })
    .where('id', '=', id)
    .execute();
}

/** Policies without rendered text. */
export async function listUnrendered(db: Database): Promise<PolicyRow[]> {
  return db.selectFrom('policies').selectAll().where('words', 'is', null).execute();
}

/** Stores the rendered forms of a text that has not changed. */
export async function setRendered(
  db: Database,
  { id, version }: PolicyRow,
  { html, words, sections }: PolicyText,
): Promise<void> {
  await db
    .updateTable('policies')
    .set({ html, words, sections: JSON.stringify(sections) })
    .where('id', '=', id)
    .where('version', '=', version)
    .execute();
}

/** Lists the policies that no admin has changed since the demo seed. */
export async function listDemoPolicies(db: Database | Trx) {
  return db
    .selectFrom('policies')
    .select(['id', 'type'])
    .where('isDemo', '=', true)
    .where('version', '=', 1)
    .where(
      sql<boolean>`id::text not in (select subject from admin_log where split_part(action, '.', 1) = 'policy')`,
    )
    .execute();
}

export async function togglePolicy(trx: Trx, id: string): Promise<PolicyRow> {
  return trx
    .updateTable('policies')
    .set((eb) => ({ isActive: eb.not('isActive') }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function deletePolicy(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom('policies').where('id', '=', id).execute();
}

const columnsOf = ({ sections, ...text }: PolicyText) => ({ ...text, sections: JSON.stringify(sections) });
