import { createHash } from 'node:crypto';
import { type Insertable, sql } from 'kysely';
import { mailboxOf } from '../../../shared/contact/mailbox.ts';
import type { Database, Trx } from '../../db/database.ts';
import { countRows } from '../../db/paging.ts';
import type { CartReminders } from '../../db/schema.ts';

/** The account that a reminder would be for: one whose address is confirmed, and not an admin's. */
export async function findRemindable(db: Database | Trx, userId: string) {
  const { rows } = await sql<{ email: string; accepted: boolean }>`
    select email, exists (select from cart_reminders where user_id = users.id) as accepted from users
    where id = ${userId} and email is not null and email_verified_at is not null and not is_admin
      and deleted_at is null`.execute(db);
  return rows[0];
}

export async function insertForAccount(trx: Trx, row: Insertable<CartReminders>): Promise<void> {
  await trx
    .insertInto('cartReminders')
    .values(row)
    .onConflict((oc) => oc.column('userId').doNothing())
    .execute();
  await trx.deleteFrom('cartReminderOptOuts').where('mailboxHash', '=', hashOf(row.mailbox)).execute();
}

export async function deleteOfAccount(db: Database, userId: string): Promise<void> {
  await db.deleteFrom('cartReminders').where('userId', '=', userId).execute();
}

/** Lets one transaction at a time add reminders of an address block, until it ends. */
export async function lockBlock(trx: Trx, addressBlock: string): Promise<void> {
  const key = `cart reminders ${addressBlock}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}::text, 0))`.execute(trx);
}

/** The reminders of an address block for other mailboxes since `since`. */
export const countOthersOfBlock = (
  trx: Trx,
  { addressBlock, mailbox }: { addressBlock: string; mailbox: string },
  since: Date,
): Promise<number> =>
  countRows(
    trx
      .selectFrom('cartReminders')
      .where('addressBlock', '=', addressBlock)
      .where('mailbox', '<>', mailbox)
      .where('touchedAt', '>', since),
  );

/** Stores the cart of a guest instead of an earlier one of their mailbox, unless that was mailed after `weekAgo`. */
export async function saveOfGuest(trx: Trx, row: Insertable<CartReminders>, weekAgo: Date): Promise<void> {
  await trx
    .insertInto('cartReminders')
    .values(row)
    .onConflict((oc) =>
      oc
        .column('mailbox')
        .where('userId', 'is', null)
        .doUpdateSet({ ...row, mailedAt: null })
        .where((eb) =>
          eb.or([eb('cartReminders.mailedAt', 'is', null), eb('cartReminders.mailedAt', '<', weekAgo)]),
        ),
    )
    .execute();
}

/** Deletes the cart of a guest that was not mailed yet. */
export async function deleteOfGuest(db: Database, mailbox: string): Promise<void> {
  await db
    .deleteFrom('cartReminders')
    .where('mailbox', '=', mailbox)
    .where('userId', 'is', null)
    .where('mailedAt', 'is', null)
    .execute();
}

export async function findReminder(db: Database, token: string) {
  return db
    .selectFrom('cartReminders')
    .select(['id', 'mailbox'])
    .where('token', '=', token)
    .executeTakeFirst();
}

/** Deletes the reminders of a mailbox and remembers that it wants no more. */
export async function optOut(trx: Trx, mailbox: string, now: Date): Promise<void> {
  await trx.deleteFrom('cartReminders').where('mailbox', '=', mailbox).execute();
  await trx
    .insertInto('cartReminderOptOuts')
    .values({ mailboxHash: hashOf(mailbox), createdAt: now })
    .onConflict((oc) => oc.doNothing())
    .execute();
}

/** The lines of a reminder that are for sale, in stock or not, the oldest first. */
export async function listRemindedLines(db: Database | Trx, id: string) {
  const { rows } = await sql<{
    productId: string;
    variantId: string;
    quantity: number;
    name: string;
    values: string[];
  }>`
    select p.id as product_id, v.id as variant_id, l.quantity, p.name, v.option_values as values
    from cart_reminders r
    join lateral (
      select variant_id, quantity, created_at from cart_lines where user_id = r.user_id
      union all
      select g.variant_id, g.quantity, r.touched_at from jsonb_to_recordset(r.lines) as g (variant_id uuid, quantity int)
    ) l on true
    join variants v on v.id = l.variant_id and v.deleted_at is null
    join products p on p.id = v.product_id and p.deleted_at is null and p.status in ('active', 'featured')
    where r.id = ${id} order by l.created_at, p.name limit 100`.execute(db);
  return rows;
}

export type DueReminder = { id: string; email: string; token: string; mailedAt: Date | null };

/**
 * Carts that were not changed between `after` and `before`, and whose owner has placed no order since an hour before
 * that. A mailed one is due again a week later, when none of its lines is left.
 */
export async function listDue(
  db: Database,
  { before, after, weekAgo }: { before: Date; after: Date; weekAgo: Date },
): Promise<DueReminder[]> {
  const { rows } = await sql<DueReminder>`
    select r.id, r.token, r.mailed_at, coalesce(u.email, r.email) as email
    from cart_reminders r
    left join users u on u.id = r.user_id
    left join carts c on c.user_id = r.user_id
    cross join lateral (select coalesce(c.changed_at, r.touched_at) as at) touched
    where touched.at between ${after} and ${before}
      and (r.mailed_at is null or r.mailed_at < ${weekAgo})
      and case when r.user_id is null then r.mailed_at is null
        else u.email_verified_at is not null and u.deleted_at is null and not u.is_admin
          and exists (select from cart_lines l where l.user_id = r.user_id)
          and not exists (select from cart_lines l where l.user_id = r.user_id and l.created_at <= r.mailed_at) end
      and not exists (
        select from orders o
        where (o.user_id = r.user_id or o.mailbox = r.mailbox) and o.status not in ('failed', 'cancelled')
          and o.created_at > touched.at - interval '1 hour')
    order by touched.at limit 100`.execute(db);
  return rows;
}

/** Marks a due reminder as mailed; false if it was changed meanwhile. `email` is where the mail goes. */
export async function claimDue(trx: Trx, { id, email, mailedAt }: DueReminder, now: Date): Promise<boolean> {
  const claimed = await trx
    .updateTable('cartReminders')
    .set({ mailedAt: now, mailbox: mailboxOf(email) })
    .where('id', '=', id)
    .where('mailedAt', 'is not distinct from', mailedAt)
    .returning('id')
    .executeTakeFirst();
  return claimed !== undefined;
}

/** Whether a mailbox wants no reminders, or got another one after `weekAgo`. */
export async function isRefused(trx: Trx, id: string, mailbox: string, weekAgo: Date): Promise<boolean> {
  const { rows } = await sql<{ yes: boolean }>`
    select exists (select from cart_reminder_opt_outs where mailbox_hash = ${hashOf(mailbox)})
      or exists (select from cart_reminders where mailbox = ${mailbox} and id <> ${id} and mailed_at > ${weekAgo})
      as yes`.execute(trx);
  return rows[0]?.yes ?? false;
}

const hashOf = (mailbox: string) => createHash('sha256').update(`cart reminders ${mailbox}`).digest('hex');
