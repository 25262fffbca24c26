import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Database, Trx } from '../db/database.ts';
import { likeAnywhere, readPage } from '../db/paging.ts';
import type { GiftCardEntries, GiftCards } from '../db/schema.ts';

export type GiftCardRow = Selectable<GiftCards>;

const isOpen = sql<boolean>`disabled_at is null and coalesce(expires_at > now(), true)`;

/**
 * The card of a code. `availablePaise`: its balance, and what it would get back if the unpaid order `replacedOrder`
 * ended.
 */
export const findByCode = (db: Database | Trx, codeHash: Buffer, replacedOrder: string | null) =>
  db
    .selectFrom('giftCards')
    .select(['id', 'codeEnding', 'expiresAt', 'disabledAt', 'isFree', isOpen.as('isOpen')])
    .select(
      sql<boolean>`exists (select from order_items i join orders o on o.id = i.order_id
        where i.id = gift_cards.order_item_id and o.is_test)`.as('isTest'),
    )
    .select(
      sql<number>`balance_paise + coalesce((select amount_paise from gift_card_uses u
        where u.order_id = ${replacedOrder} and u.gift_card_id = gift_cards.id and u.charged_at is null), 0)`.as(
        'availablePaise',
      ),
    )
    .where('codeHash', '=', codeHash)
    .executeTakeFirst();

/** Locks a card that can be used now; undefined if it can't. Other orders with it wait until the caller commits. */
export const lockOpen = (trx: Trx, id: string) =>
  trx
    .selectFrom('giftCards')
    .select(['balancePaise'])
    .where('id', '=', id)
    .where(isOpen)
    .forNoKeyUpdate()
    .executeTakeFirst();

export const lockCard = (trx: Trx, id: string) =>
  trx.selectFrom('giftCards').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst();

export async function insertEntry(trx: Trx, entry: Insertable<GiftCardEntries>): Promise<void> {
  await trx.insertInto('giftCardEntries').values(entry).execute();
}

export async function insertUse(
  trx: Trx,
  use: { orderId: string; giftCardId: string; amountPaise: number; isFree: boolean },
): Promise<void> {
  await trx.insertInto('giftCardUses').values(use).execute();
}

/** The part of an order that a gift card pays, with the state of the card. */
export const findUse = (trx: Database | Trx, orderId: string) =>
  trx
    .selectFrom('giftCardUses')
    .innerJoin('giftCards', 'giftCards.id', 'giftCardUses.giftCardId')
    .select(['giftCardId', 'amountPaise', 'giftCardUses.isFree', 'chargedAt'])
    .select(['codeEnding', 'balancePaise', 'disabledAt'])
    .where('orderId', '=', orderId)
    .executeTakeFirst();

export async function markCharged(trx: Trx, orderId: string, now: Date): Promise<void> {
  await trx.updateTable('giftCardUses').set({ chargedAt: now }).where('orderId', '=', orderId).execute();
}

/** Lets an expired card be used for this number of days from now. */
export async function extendExpired(trx: Trx, id: string, days: number): Promise<void> {
  await sql`update gift_cards set expires_at = now() + ${days} * interval '1 day'
    where id = ${id} and expires_at < now() + ${days} * interval '1 day'`.execute(trx);
}

/** Returns to the cards what they paid of these orders. */
export async function returnAll(trx: Trx, orderIds: string[], by: string): Promise<void> {
  await sql`insert into gift_card_entries (gift_card_id, kind, amount_paise, order_id, by_label)
    select gift_card_id, 'returned', -sum(amount_paise), order_id, ${by} from gift_card_entries
    where order_id = any(${orderIds}::uuid[]) group by gift_card_id, order_id having sum(amount_paise) <> 0`.execute(
    trx,
  );
}

const issuedPaise = sql<number>`(select coalesce(sum(amount_paise), 0)::bigint from gift_card_entries e
  where e.gift_card_id = gift_cards.id and e.kind = 'issued')`.as('issuedPaise');

const cards = (db: Database | Trx) =>
  db
    .selectFrom('giftCards')
    .selectAll()
    .select([issuedPaise, isOpen.as('isOpen'), sql<string | null>`send_on::text`.as('sendDay')]);

export type PresentedRow = NonNullable<Awaited<ReturnType<typeof findCard>>>;

export const findCard = (db: Database | Trx, id: string) => cards(db).where('id', '=', id).executeTakeFirst();

/** One page of the cards, newest first, whose end, recipient or reason contains the text, and their number. */
export function listCards(
  db: Database,
  { search, ...page }: { search: string; page: number; limit: number },
) {
  const sorted = cards(db).orderBy('createdAt', 'desc').orderBy('id');
  if (!search) return readPage(sorted, page);
  const pattern = likeAnywhere(search);
  return readPage(
    sorted.where(
      sql<boolean>`lower(code_ending || ' ' || recipient_name || ' ' || recipient_email || ' ' || reason) like ${pattern}`,
    ),
    page,
  );
}

export const listEntries = (db: Database, giftCardId: string) =>
  db
    .selectFrom('giftCardEntries')
    .select(['at', 'kind', 'amountPaise', 'orderId', 'byLabel'])
    .where('giftCardId', '=', giftCardId)
    .orderBy('id')
    .execute();

type Sum = { cards: number; paise: number };

/** Number and balance of the cards with a balance that can be used, of the free ones among these, and of the others. */
export async function sumBalances(db: Database): Promise<{ open: Sum; free: Sum; blocked: Sum }> {
  const { rows } = await sql<Sum & { isOpen: boolean; isFree: boolean }>`
    select ${isOpen} as is_open, is_free, count(*)::int as cards, sum(balance_paise)::bigint as paise
    from gift_cards where balance_paise > 0 group by 1, 2`.execute(db);
  const add = (found: Sum[]): Sum => ({
    cards: found.reduce((sum, { cards }) => sum + cards, 0),
    paise: found.reduce((sum, { paise }) => sum + paise, 0),
  });
  const open = rows.filter((row) => row.isOpen);
  return {
    open: add(open),
    free: add(open.filter((row) => row.isFree)),
    blocked: add(rows.filter((row) => !row.isOpen)),
  };
}

export async function insertCard(trx: Trx, values: Insertable<GiftCards>): Promise<string> {
  const { id } = await trx.insertInto('giftCards').values(values).returning('id').executeTakeFirstOrThrow();
  return id;
}

/** Inserts the card of a bought unit and returns its id; undefined if it has one. */
export async function insertSoldCard(trx: Trx, values: Insertable<GiftCards>): Promise<string | undefined> {
  const row = await trx
    .insertInto('giftCards')
    .values(values)
    .onConflict((oc) => oc.column('orderItemId').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

/** Locks the cards that were bought with these lines of orders. */
export const lockSold = (trx: Trx, orderItemIds: string[]) =>
  trx
    .selectFrom('giftCards')
    .select(['id', 'orderItemId', 'balancePaise', 'disabledAt'])
    .where(sql<boolean>`order_item_id = any(${orderItemIds}::uuid[])`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();

/** Whether the line with which a card was bought is refunded. */
export async function isCancelled(trx: Trx, id: string): Promise<boolean> {
  const entry = trx.selectFrom('giftCardEntries').select('id').where('giftCardId', '=', id);
  return (await entry.where('kind', '=', 'cancelled').executeTakeFirst()) !== undefined;
}

/** What the admin who created this card has issued on its day in India, in paise. */
export async function sumCreatedThatDay(trx: Trx, id: string): Promise<number> {
  const { rows } = await sql<{ paise: number }>`
    select coalesce(sum(e.amount_paise), 0)::bigint as paise
    from gift_cards card
    join gift_cards c on c.created_by = card.created_by
      and day_in_india(c.created_at) = day_in_india(card.created_at)
    join gift_card_entries e on e.gift_card_id = c.id and e.kind = 'issued'
    where card.id = ${id}`.execute(trx);
  return rows[0]?.paise ?? 0;
}

/** What was spent of the cards that were bought with these lines, in paise by line. Lines without a card are absent. */
export async function sumSpent(trx: Trx, orderItemIds: string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ orderItemId: string; paise: number }>`
    select c.order_item_id, -coalesce(sum(e.amount_paise) filter (where e.kind not in ('issued', 'cancelled')), 0)::bigint as paise
    from gift_cards c join gift_card_entries e on e.gift_card_id = c.id
    where c.order_item_id = any(${orderItemIds}::uuid[]) group by 1`.execute(trx);
  return new Map(rows.map(({ orderItemId, paise }) => [orderItemId, Math.max(0, paise)]));
}

/** The order of a card that was bought, with its buyer. */
export const findBuyer = (trx: Trx, orderItemId: string) =>
  trx
    .selectFrom('orderItems')
    .innerJoin('orders', 'orders.id', 'orderItems.orderId')
    .select(['orders.id as orderId', 'orders.name', 'orders.email', 'orders.isTest'])
    .where('orderItems.id', '=', orderItemId)
    .executeTakeFirst();

export async function updateCard(trx: Trx, id: string, values: Updateable<GiftCards>): Promise<void> {
  await trx.updateTable('giftCards').set(values).where('id', '=', id).execute();
}

/** The cards that are to be mailed: from 9 a.m. of their day in India on, or at once if they were created on it. */
export const listToSend = (db: Database, now: Date, limit: number) =>
  db
    .selectFrom('giftCards')
    .select(['id', 'orderItemId'])
    .where('sentAt', 'is', null)
    .where(sql<boolean>`${now}::timestamptz >= (send_on + case when send_on <= day_in_india(created_at)
      then time '00:00' else time '09:00' end) at time zone 'Asia/Kolkata'`)
    .where('disabledAt', 'is', null)
    .orderBy('sendOn')
    .limit(limit)
    .execute();
