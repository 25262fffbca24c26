import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { gstPriceCodes } from '../../../../shared/gst.ts';
import { hsnPattern } from '../../../../shared/identifiers.ts';
import { gstRatesAt } from '../../../../shared/products/gst-rates.ts';
import type { Database, Trx } from '../../../db/database.ts';
import { gstTenthsOf } from '../../../db/gst-columns.ts';

const gstin = sql<string>`settings->>'gstin'`;

/** Whether the shop has a GSTIN, so that its prices contain GST. */
export async function chargesGst(db: Database | Trx): Promise<boolean> {
  const found = await db
    .selectFrom('siteInfo')
    .select('id')
    .where(sql<boolean>`${gstin} <> ''`)
    .executeTakeFirst();
  return found !== undefined;
}

/** The same for a GSTIN that is not the one of the demo content. */
export async function hasOwnGstin(trx: Trx): Promise<boolean> {
  const found = await trx
    .selectFrom('siteInfo')
    .select('id')
    .where(sql<boolean>`${gstin} <> '' and ${gstin} is distinct from demo->>'gstin'`)
    .executeTakeFirst();
  return found !== undefined;
}

/** The HSN codes of products that have one, by product. */
export async function findHsnCodes(trx: Trx, ids: string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await trx.selectFrom('products').select(['id', 'hsn']).where('id', 'in', ids).execute();
  return new Map(rows.flatMap(({ id, hsn }): [string, string][] => (hsn ? [[id, hsn]] : [])));
}

/** The values of `lacksGst` at a time. */
export const gstValues = (time: Date) => ({ gstRates: gstRatesAt(time), gstCodes: gstPriceCodes(time) });

/**
 * Whether a product lacks an HSN code or a GST rate, by the rules of `gstProblems`. `value` gives the rates in force, in
 * tenths of a percent, and the codes whose rate follows the price.
 */
export const lacksGst = (value: (name: 'gstRates' | 'gstCodes') => RawBuilder<unknown>) => sql<SqlBool>`
  (not products.is_gift_card and (products.hsn is null or products.hsn !~ ${sql.lit(hsnPattern.source)}
    or case when products.gst_tenths is null then products.hsn !~ ${value('gstCodes')}
      else ${gstTenthsOf('products')} <> all(${value('gstRates')}::float8[]) end))`;

/** How many products that are for sale lack an HSN code or a GST rate; 0 in a shop without a GSTIN. */
export async function countWithoutGst(db: Database, time: Date): Promise<number> {
  if (!(await chargesGst(db))) return 0;
  const values = gstValues(time);
  const { count } = await db
    .selectFrom('products')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('deletedAt', 'is', null)
    .where('status', 'in', ['active', 'featured'])
    .where(lacksGst((name) => sql`${values[name]}`))
    .executeTakeFirstOrThrow();
  return count;
}
