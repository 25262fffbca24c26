import { type Insertable, sql } from 'kysely';
import type { Database, Trx } from '../../db/database.ts';
import { countRows } from '../../db/paging.ts';
import type { StockAlerts } from '../../db/schema.ts';

/** The stock of a variant that shoppers can see; undefined if there is none. */
export async function findStockForSale(trx: Trx, variantId: string): Promise<number | undefined> {
  const row = await trx
    .selectFrom('variants')
    .innerJoin('products', 'products.id', 'variants.productId')
    .select('variants.stock')
    .where('variants.id', '=', variantId)
    .where('variants.deletedAt', 'is', null)
    .where('products.deletedAt', 'is', null)
    .where('products.status', 'in', ['active', 'featured'])
    .executeTakeFirst();
  return row?.stock;
}

/** Until the transaction ends, no other one adds alerts of the mailbox. */
export async function lockMailbox(trx: Trx, mailbox: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext(${`stock alerts ${mailbox}`}))`.execute(trx);
}

/** Whether a mailbox waits for a variant. */
export async function isWaiting(db: Database, mailbox: string, variantId: string): Promise<boolean> {
  const row = await db
    .selectFrom('stockAlerts')
    .select('id')
    .where('mailbox', '=', mailbox)
    .where('variantId', '=', variantId)
    .where('mailedAt', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}

export const countWaiting = (trx: Trx, mailbox: string): Promise<number> =>
  countRows(trx.selectFrom('stockAlerts').where('mailbox', '=', mailbox).where('mailedAt', 'is', null));

/** Adds an alert, unless the mailbox already waits for the variant. */
export async function insertAlert(trx: Trx, alert: Insertable<StockAlerts>): Promise<void> {
  await trx
    .insertInto('stockAlerts')
    .values(alert)
    .onConflict((oc) => oc.columns(['mailbox', 'variantId']).where('mailedAt', 'is', null).doNothing())
    .execute();
}

/** Deletes the alerts of the mailbox that has one with this token. Returns how many there were. */
export async function deleteAlertsOf(db: Database, token: string): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('stockAlerts')
    .where('mailbox', '=', (eb) =>
      eb.selectFrom('stockAlerts as known').select('known.mailbox').where('known.token', '=', token),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** The mailboxes that wait for variants that shoppers can buy now, in the order of their oldest alerts. */
export async function listDueMailboxes(db: Database, limit: number): Promise<string[]> {
  const { rows } = await sql<{ mailbox: string }>`
    select a.mailbox from stock_alerts a
    ${forSale}
    where a.mailed_at is null
    group by a.mailbox order by min(a.created_at) limit ${limit}`.execute(db);
  return rows.map(({ mailbox }) => mailbox);
}

/** The variant and product of an alert `a`, if shoppers can buy them. */
const forSale = sql`join variants v on v.id = a.variant_id and v.stock > 0 and v.deleted_at is null
  join products p on p.id = v.product_id and p.deleted_at is null and p.status in ('active', 'featured')`;

export type DueAlert = {
  email: string;
  token: string;
  variantId: string;
  slug: string;
  name: string;
  values: string[];
};

/** Marks the alerts of a mailbox for variants that shoppers can buy now as mailed, and returns them. */
export async function takeDueAlerts(trx: Trx, mailbox: string, now: Date): Promise<DueAlert[]> {
  const { rows } = await sql<DueAlert>`
    update stock_alerts mailed set mailed_at = ${now}
    from (
      select a.id, p.slug, p.name, v.option_values
      from stock_alerts a
      ${forSale}
      where a.mailed_at is null and a.mailbox = ${mailbox}
      for update of a skip locked
    ) due
    where mailed.id = due.id
    returning mailed.email, mailed.token, mailed.variant_id, due.slug, due.name, due.option_values as values`.execute(
    trx,
  );
  return rows;
}
