import type { Database, Trx } from '../db/database.ts';

/**
 * Tells the owner, once per subject: what she has dealt with does not come back, unless it is `again` for
 * something that was tried anew.
 */
export async function insertAttention(
  trx: Trx | Database,
  item: { kind: string; orderId?: string | undefined; subject: string; detail: object },
  { again = false } = {},
): Promise<void> {
  const detail = JSON.stringify(item.detail);
  await trx
    .insertInto('attentionItems')
    .values({ ...item, detail })
    .onConflict((oc) => {
      const known = oc.columns(['kind', 'subject']);
      return again
        ? known.doUpdateSet({ resolvedAt: null, resolvedBy: null, createdAt: new Date(), detail })
        : known.doNothing();
    })
    .execute();
}

/** One page of what waits for the owner, or of what she has dealt with; newest first, with the true total. */
export async function listAttention(
  db: Database,
  { page, limit, resolved }: { page: number; limit: number; resolved: boolean },
) {
  const matching = () =>
    db.selectFrom('attentionItems').where('resolvedAt', resolved ? 'is not' : 'is', null);
  const { total } = await matching()
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await matching()
    .selectAll()
    .orderBy('createdAt', 'desc')
    .orderBy('id')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute();
  return { rows, total };
}

export type AttentionRow = Awaited<ReturnType<typeof listAttention>>['rows'][number];

export async function findAttention(db: Database, id: string): Promise<AttentionRow | undefined> {
  return db.selectFrom('attentionItems').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Marks an item as dealt with; false when it was so already. */
export async function resolveAttention(trx: Trx, id: string, by: string, now: Date): Promise<boolean> {
  const row = await trx
    .updateTable('attentionItems')
    .set({ resolvedAt: now, resolvedBy: by })
    .where('id', '=', id)
    .where('resolvedAt', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}
