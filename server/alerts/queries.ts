import { sql } from 'kysely';
import type { AttentionQuery } from '../../shared/contract/attention.ts';
import type { Database, Trx } from '../db/database.ts';
import { readPage } from '../db/paging.ts';
import type { Alert, AlertKind, ConditionKind } from './kinds.ts';

/**
 * Puts something before the admins, once per kind and subject: a resolved alert does not come back, unless `again` opens
 * it for something that was retried.
 */
export async function raiseAlert(
  db: Database | Trx,
  { detail, ...alert }: Alert,
  { again = false } = {},
): Promise<void> {
  const row = { ...alert, detail: JSON.stringify(detail) };
  await db
    .insertInto('attentionItems')
    .values(row)
    .onConflict((oc) => {
      const existing = oc.columns(['kind', 'subject']);
      return again
        ? existing.doUpdateSet({
            resolvedAt: null,
            resolvedBy: null,
            createdAt: new Date(),
            detail: row.detail,
          })
        : existing.doNothing();
    })
    .execute();
}

/**
 * Opens the alert of a condition; one that is open gets its new details. An alert that an admin has dismissed stays so
 * until the condition has ended.
 */
export async function beginCondition(
  db: Database,
  { detail = {}, ...condition }: { kind: ConditionKind; subject: string; detail?: { products?: number } },
  now: Date,
): Promise<void> {
  const json = JSON.stringify(detail);
  await db
    .insertInto('attentionItems')
    .values({ ...condition, createdAt: now, detail: json })
    .onConflict((oc) =>
      oc
        .columns(['kind', 'subject'])
        .doUpdateSet({
          resolvedAt: null,
          createdAt: sql<Date>`case when attention_items.resolved_at is null then attention_items.created_at
            else excluded.created_at end`,
          detail: json,
        })
        .where('attentionItems.resolvedBy', 'is', null)
        .where(
          sql<boolean>`(attention_items.resolved_at is not null
            or attention_items.detail is distinct from excluded.detail)`,
        ),
    )
    .execute();
}

/** Resolves the alerts of a condition that has ended for all but the `current` subjects. */
export async function endConditions(
  db: Database,
  kind: AlertKind,
  current: string[],
  now: Date,
): Promise<void> {
  await db
    .updateTable('attentionItems')
    .set((eb) => ({ resolvedAt: eb.fn.coalesce('resolvedAt', eb.val(now)), resolvedBy: null }))
    .where('kind', '=', kind)
    .where((eb) => (current.length > 0 ? eb('subject', 'not in', current) : eb.lit(true)))
    .where((eb) => eb.or([eb('resolvedAt', 'is', null), eb('resolvedBy', 'is not', null)]))
    .execute();
}

/** Resolves the alert about a subject, if it is open. */
export async function endAlert(
  db: Database | Trx,
  { kind, subject }: { kind: AlertKind; subject: string },
  now: Date,
): Promise<void> {
  await db
    .updateTable('attentionItems')
    .set({ resolvedAt: now })
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .where('resolvedAt', 'is', null)
    .execute();
}

/** The open alerts of these kinds, locked, so that each is handled once. */
export const listOpenAlerts = (trx: Trx, kinds: AlertKind[]) =>
  trx
    .selectFrom('attentionItems')
    .selectAll()
    .where('kind', 'in', kinds)
    .where('resolvedAt', 'is', null)
    .orderBy('createdAt')
    .forUpdate()
    .execute();

/** How many alerts of each kind are open. */
export const countOpenAlerts = (db: Database): Promise<{ kind: string; count: number }[]> =>
  db
    .selectFrom('attentionItems')
    .select((eb) => ['kind', eb.fn.countAll<number>().as('count')])
    .where('resolvedAt', 'is', null)
    .groupBy('kind')
    .orderBy('kind')
    .execute();

export async function listAlertRows(db: Database, { resolved, ...page }: AttentionQuery) {
  const matching = db
    .selectFrom('attentionItems')
    .selectAll()
    .where('resolvedAt', resolved ? 'is not' : 'is', null)
    .orderBy('createdAt', 'desc')
    .orderBy('id');
  return readPage(matching, page);
}

export type AlertRow = Awaited<ReturnType<typeof listAlertRows>>['rows'][number];

export const findAlert = (db: Database | Trx, id: string): Promise<AlertRow | undefined> =>
  db.selectFrom('attentionItems').selectAll().where('id', '=', id).executeTakeFirst();

/** Marks an alert as resolved; false if it was resolved already. */
export async function resolveAlert(trx: Trx, id: string, byUser: string, now: Date): Promise<boolean> {
  const row = await trx
    .updateTable('attentionItems')
    .set({ resolvedAt: now, resolvedBy: byUser })
    .where('id', '=', id)
    .where('resolvedAt', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Deletes the alerts of these orders. */
export async function deleteAlerts(trx: Trx, orderIds: string[]): Promise<void> {
  if (orderIds.length > 0) await trx.deleteFrom('attentionItems').where('orderId', 'in', orderIds).execute();
}
