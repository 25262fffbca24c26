import { type RawBuilder, type SqlBool, sql } from 'kysely';
import {
  emailOrMobile,
  mobilePattern,
  normaliseEmail,
  normaliseMobile,
} from '../../shared/contact/contact-rules.ts';
import type { CustomerQuery, MatchingCustomers } from '../../shared/contract/accounts/customers.ts';
import type { Database, Trx } from '../db/database.ts';
import { countRows } from '../db/paging.ts';

/** The most changes that are added before a read; the minutely job adds the rest, such as those of an upgrade. */
const foldedBeforeRead = 200;

/** Adds what changed since the last call to the customers. Returns how many changes. */
export async function foldCustomers(db: Database | Trx, most = foldedBeforeRead): Promise<number> {
  const { rows } = await sql<{ folded: number }>`select fold_customers(${most}) as folded`.execute(db);
  return rows[0]?.folded ?? 0;
}

/** Waits for other changes of customers to end, and adds what they and others changed. Begins each change. */
export const lockCustomers = (trx: Trx) => foldCustomers(trx);

/** The columns of a list; with test orders in its figures if they count. */
const listed = (db: Database | Trx, withTests: boolean) =>
  db
    .selectFrom('customers')
    .select(['id', 'userId', 'name', 'email', 'mobile', 'createdAt', 'lastOrderAt'])
    .select([
      sql<number>`orders + ${withTests ? sql`test_orders` : sql`0`}`.as('orders'),
      sql<number>`${spent(withTests)}`.as('spentPaise'),
      sql<string[]>`array(select tag from customer_tags where customer_id = customers.id order by tag)`.as(
        'tags',
      ),
    ])
    .select([
      sql<number>`(select count(*)::int from former_orders where customer_id = customers.id)`.as(
        'formerOrders',
      ),
      sql<number>`(select coalesce(sum(net_paise), 0)::bigint from former_orders where customer_id = customers.id)`.as(
        'formerPaise',
      ),
    ])
    .select(['acceptsMail', 'acceptsTexts', 'inviteAt', 'invitedAt'])
    .select(
      sql<boolean>`exists (select from users u where u.id = customers.user_id and u.email is not null
        and u.password_hash is null and u.email_verified_at is null and u.first_sign_in_at is null
        and not u.is_admin and u.deleted_at is null)`.as('mayBeInvited'),
    )
    .where('erasedAt', 'is', null);

export type CustomerRow = Awaited<ReturnType<typeof listNextCustomers>>[number];

const spent = (withTests: boolean) => (withTests ? sql`paise + test_paise` : sql`paise`);

/** One page of the customers that match, and how many match. */
export async function listCustomers(db: Database, query: CustomerQuery, withTests: boolean) {
  const { sort, page, limit } = query;
  const column = {
    '-lastOrder': sql`last_order_at`,
    '-spent': spent(withTests),
    '-createdAt': sql`created_at`,
  }[sort];
  const [rows, total] = await Promise.all([
    listed(db, withTests)
      .where(matches(query))
      .orderBy(sql`${column} desc ${sort === '-lastOrder' ? sql`nulls last` : sql``}`)
      .orderBy('id', 'desc')
      .limit(limit)
      .offset((page - 1) * limit)
      .execute(),
    countRows(db.selectFrom('customers').select('id').where('erasedAt', 'is', null).where(matches(query))),
  ]);
  return { rows, total };
}

/** The next customers that match after this one, the newest first, for the export. */
export async function listNextCustomers(
  db: Database,
  query: MatchingCustomers,
  { after, limit, withTests }: { after: string | undefined; limit: number; withTests: boolean },
) {
  let found = listed(db, withTests).where(matches(query));
  if (after)
    found = found.where(
      sql<SqlBool>`(created_at, id) < (select c.created_at, c.id from customers c where c.id = ${after})`,
    );
  return found.orderBy('createdAt', 'desc').orderBy('id', 'desc').limit(limit).execute();
}

/** What a search that is a mobile number or an email address is stored as. */
function contactIn(search: string): string | undefined {
  const mobile = normaliseMobile(search);
  if (mobilePattern.test(mobile)) return mobile;
  return 'email' in emailOrMobile(search) ? normaliseEmail(search).toLowerCase() : undefined;
}

/** The condition of the filters. Words are searched in the index; a complete contact also finds older ones. */
export function matches({ search, tag, guest }: MatchingCustomers): RawBuilder<SqlBool> {
  const all: RawBuilder<SqlBool>[] = [sql`true`];
  if (guest !== undefined) all.push(guest ? sql`user_id is null` : sql`user_id is not null`);
  if (tag) all.push(sql`id in (select customer_id from customer_tags where tag = ${tag})`);
  if (search) {
    const text = contactIn(search) ?? search.toLowerCase();
    const words = text.replace(/[\\%_]/g, '\\$&');
    // Must equal the expression of the index customers_search. One or two letters match the beginning of a word.
    all.push(sql`id in (
      select id from customers where ' ' || lower(name) || ' ' || email || ' ' || mobile
        like ${words.length < 3 ? `% ${words}%` : `%${words}%`}
      union select customer_id from customer_contacts where value = ${text})`);
  }
  return sql.join(all, sql` and `);
}

export const findCustomer = (db: Database | Trx, id: string, withTests = false) =>
  listed(db, withTests).where('id', '=', id).executeTakeFirst();

export async function hasContact(trx: Trx, userId: string, contact: string): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`select exists (
    select from customers c where c.user_id = ${userId} and (${contact} in (lower(c.email), c.mobile)
      or exists (select from customer_contacts where customer_id = c.id and value = ${contact}))) as found`.execute(
    trx,
  );
  return rows[0]?.found ?? false;
}

/** Locks a customer, and tells whether their account is that of an admin. */
export async function lockCustomer(trx: Trx, id: string) {
  return trx
    .selectFrom('customers')
    .leftJoin('users', 'users.id', 'customers.userId')
    .select(['customers.id', 'customers.userId', 'customers.name', 'users.isAdmin'])
    .where('customers.id', '=', id)
    .where('customers.erasedAt', 'is', null)
    .forUpdate('customers')
    .executeTakeFirst();
}

/**
 * What the page of a customer shows besides the list: contacts, addresses, notes, price lists, and how many orders came
 * back.
 */
export async function findDetails(db: Database, id: string) {
  const [contacts, addresses, notes, returned, priceLists] = await Promise.all([
    db.selectFrom('customerContacts').select('value').where('customerId', '=', id).orderBy('value').execute(),
    sql<{ name: string; address: string; city: string; state: string; postalCode: string; saved: boolean }>`
      select name, address, city, state, postal_code, bool_or(saved) as saved from (
        select a.name, address, city, state, postal_code, true as saved, now() as at
          from addresses a join customers c using (user_id) where c.id = ${id}
        union all (
        select shipping->>'name', shipping->>'address', shipping->>'city', shipping->>'state', shipping->>'postalCode',
          false, created_at
          from customer_orders join orders on orders.id = order_id
          where customer_id = ${id} and shipping is not null and deleted_at is null
          order by created_at desc limit 200)) found
      group by 1, 2, 3, 4, 5 order by bool_or(saved) desc, max(at) desc limit 20`.execute(db),
    db
      .selectFrom('customerNotes')
      .innerJoin('users', 'users.id', 'customerNotes.byUser')
      .select([
        'customerNotes.id',
        'text',
        'byUser',
        'users.name as by',
        'customerNotes.createdAt',
        'editedAt',
      ])
      .where('customerId', '=', id)
      .orderBy('customerNotes.createdAt')
      .execute(),
    // An order that came back unpaid is linked to no customer.
    sql<{ returns: number }>`
      with known as (select value from customer_contacts where customer_id = ${id} and value <> '')
      select count(*)::int as returns from order_states where has_return and not is_hidden and order_id in (
        select order_id from customer_orders where customer_id = ${id}
        union select o.id from orders o join customers c using (user_id) where c.id = ${id}
        union select id from orders where email in (select value from known)
        union select id from orders where mobile in (select value from known))`.execute(db),
    sql<{ id: string; name: string; isActive: boolean }>`
      select l.id, l.name, l.is_active from price_lists l join customer_tags t on t.tag = l.customer_tag
      join customers c on c.id = t.customer_id where c.id = ${id} and c.user_id is not null order by lower(l.name)`.execute(
      db,
    ),
  ]);
  const returns = returned.rows[0]?.returns ?? 0;
  return {
    contacts: contacts.map(({ value }) => value),
    addresses: addresses.rows,
    notes,
    returns,
    priceLists: priceLists.rows,
  };
}

/** The tags in use, by name; at most 500. */
export async function listTags(db: Database): Promise<string[]> {
  const rows = await db
    .selectFrom('customerTags')
    .select('tag')
    .distinct()
    .orderBy('tag')
    .limit(500)
    .execute();
  return rows.map(({ tag }) => tag);
}

/** The customers who have these e-mail addresses and mobile numbers, by them. */
export async function findByContacts(db: Database | Trx, contacts: string[]): Promise<Map<string, string>> {
  if (contacts.length === 0) return new Map();
  const { rows } = await sql<{ value: string; id: string }>`
    select value, customer_id as id from customer_contacts where value = any(${contacts}::text[])
    union all select u.email, c.id from users u join customers c on c.user_id = u.id
      where u.email = any(${contacts}::text[]) and u.deleted_at is null
    union all select u.mobile, c.id from users u join customers c on c.user_id = u.id
      where u.mobile = any(${contacts}::text[]) and u.deleted_at is null`.execute(db);
  return new Map(rows.map(({ value, id }) => [value, id]));
}
