import type { Database } from '../../db/database.ts';

/** Records the stored preview of a product. Returns the one that it replaces. */
export async function replacePreview(
  db: Database,
  productId: string,
  version: string,
): Promise<string | undefined> {
  const before = await db
    .selectFrom('linkPreviews')
    .select('version')
    .where('productId', '=', productId)
    .executeTakeFirst();
  await db
    .insertInto('linkPreviews')
    .values({ productId, version })
    .onConflict((oc) => oc.column('productId').doUpdateSet({ version }))
    .execute();
  return before?.version === version ? undefined : before?.version;
}
