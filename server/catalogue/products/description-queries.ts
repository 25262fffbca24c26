import type { Database } from '../../db/database.ts';

/** Rich descriptions without HTML. */
export async function listUnrendered(db: Database, limit: number) {
  return db
    .selectFrom('products')
    .select(['id', 'richDescription'])
    .where('richDescription', 'is not', null)
    .$narrowType<{ richDescription: string }>()
    .where('descriptionHtml', 'is', null)
    .limit(limit)
    .execute();
}

export async function setDescriptionHtml(db: Database, id: string, descriptionHtml: string): Promise<void> {
  await db.updateTable('products').set({ descriptionHtml }).where('id', '=', id).execute();
}
