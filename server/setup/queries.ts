import { sql } from 'kysely';
import type { Database } from '../db/database.ts';

/** Products that can be seen, and all. */
export async function countProducts(db: Database) {
  return db
    .selectFrom('products')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .select(sql<number>`count(*) filter (where status in ('active', 'featured'))`.as('onSale'))
    .where('deletedAt', 'is', null)
    .executeTakeFirstOrThrow();
}

/** How many products on sale have no picture. */
export async function countWithoutPicture(db: Database): Promise<number> {
  const { count } = await db
    .selectFrom('products')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('deletedAt', 'is', null)
    .where('status', 'in', ['active', 'featured'])
    .where(sql<boolean>`not exists (select from product_images i where i.product_id = products.id)`)
    .executeTakeFirstOrThrow();
  return count;
}

/** Of the newest orders through the storefront, a paid one, else the newest. */
export async function findOrder(db: Database) {
  const { rows } = await sql<{
    id: string;
    paise: number;
    isTest: boolean;
    createdAt: Date;
    isPaid: boolean;
  }>`
    select * from (
      select o.id, o.amount_paise as paise, o.is_test, o.created_at,
        exists (select from payments p where p.order_id = o.id and p.is_primary) as is_paid
      from orders o
      where o.deleted_at is null and not exists (select from manual_orders m where m.order_id = o.id)
      order by o.created_at desc limit 50) newest
    order by is_paid desc, created_at desc limit 1`.execute(db);
  return rows[0];
}

/** How many admins who can sign in have no second factor. */
export async function countUnprotectedAdmins(db: Database): Promise<number> {
  const { count } = await db
    .selectFrom('users')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('isAdmin', '=', true)
    .where('deletedAt', 'is', null)
    .where('disabledAt', 'is', null)
    .where(
      sql<boolean>`not exists (select from passkeys p where p.user_id = users.id)
        and not exists (select from totp_secrets t where t.user_id = users.id and t.confirmed_at is not null)`,
    )
    .executeTakeFirstOrThrow();
  return count;
}
