import { sql } from 'kysely';
import type { Trx } from '../../db/database.ts';

/** Whose unpaid orders are counted: those of an account or mailbox, of an address block, or all. */
export type ReservationScope =
  | { userId: string | null; mailbox: string; codMobile?: string }
  | { addressBlock: string }
  | 'all';

/**
 * What the unpaid orders of a scope reserve now. `endsInSeconds`: until the first of these reservations ends. `recent`:
 * units by variant, see sumReserved.
 */
export type Reserved = {
  orders: number;
  units: number;
  paise: number;
  endsInSeconds: number;
  recent: Record<string, number> | null;
};

/** Lets one transaction at a time count what these scopes reserve, until it ends. Called before any row is locked. */
export async function lockReservationScopes(trx: Trx, scopes: ReservationScope[]): Promise<void> {
  const keys = scopes.flatMap((scope) => {
    if (scope === 'all') return 'all';
    if ('addressBlock' in scope) return `block ${scope.addressBlock}`;
    return [
      scope.userId && `user ${scope.userId}`,
      scope.mailbox && `mailbox ${scope.mailbox}`,
      scope.codMobile ? `mobile ${scope.codMobile}` : null,
    ];
  });
  const sorted = keys.filter((key) => key !== null && key !== '').sort();
  await sql`select pg_advisory_xact_lock(hashtextextended('reservations of ' || key, 0))
    from unnest(${sorted}::text[]) key`.execute(trx);
}

const isInScope = (scope: ReservationScope) => {
  if (scope === 'all') return sql`true`;
  if ('addressBlock' in scope) return sql`o.address_block = ${scope.addressBlock}`;
  const { userId, mailbox, codMobile = '' } = scope;
  return sql`(o.user_id = ${userId} or o.mailbox = ${mailbox} and ${mailbox} <> ''
    or o.mobile = ${codMobile} and ${codMobile} <> '')`;
};

/** An admin may set a paid order to pending: that is not an unpaid one. */
const isUnpaid = sql`not exists (select from payments p where p.order_id = o.id and p.is_primary)`;
const isReserved = sql`o.status = 'pending' and o.stock = 'reserved' and ${isUnpaid}`;

export const nothingReserved: Reserved = { orders: 0, units: 0, paise: 0, endsInSeconds: 0, recent: null };

/** Not the ones that the shop has confirmed. */
const isOpenCod = sql`o.cod_state in ('unconfirmed', 'confirmed_by_buyer')`;
const isOfKind = (isCod: boolean) => (isCod ? isOpenCod : sql`o.cod_state is null`);

/** The limits are for shoppers: what an admin reserves for a customer takes nothing of them. */
const isOfShopper = sql`not exists (select from manual_orders m where m.order_id = o.id)`;

/**
 * What unpaid orders of shoppers reserve in each of these scopes, in the same order. With `of`, also the units of these
 * variants that unpaid orders reserved in the last hour, whether or not they still do, except in the scope of all
 * orders. Among orders that replaced each other, the largest counts. Orders that are paid on delivery count with each other
 * only, until the shop has confirmed or packed them: they wait for days, and must not keep others of a block from
 * paying online. Orders whose payment could not be opened do not count, and neither does the reservation `except`.
 */
export async function sumReserved(
  trx: Trx,
  scopes: ReservationScope[],
  source?: { variantIds: string[]; except: string; isCod: boolean },
): Promise<Reserved[]> {
  const isCounted = source ? isOfKind(source.isCod) : sql`true`;
  const recent = (scope: ReservationScope) =>
    source && scope !== 'all'
      ? sql`(select jsonb_object_agg(variant_id, units) from (
          select variant_id, sum(units) as units from (
            select i.variant_id, max(i.quantity) as units from orders o join order_items i on i.order_id = o.id
            where o.status in ('pending', 'failed', 'cancelled') and ${isUnpaid} and ${isOfShopper} and ${isInScope(scope)}
              and ${isCounted}
              and o.reserved_at > now() - interval '1 hour' and o.reservation_id <> ${source.except}
              and (o.status = 'pending' or o.provider_order_id is not null)
              and i.variant_id = any(${source.variantIds})
            group by i.variant_id, o.reservation_id
          ) reservations group by variant_id) variants)`
      : sql`null::jsonb`;
  const sums = scopes.map(
    (scope, n) => sql`
    select ${n}::int as n, count(distinct o.id) as orders, coalesce(sum(i.quantity), 0) as units,
      coalesce(sum(i.line_paise), 0)::bigint as paise,
      coalesce(ceil(extract(epoch from min(o.expires_at) - now())), 0)::int as ends_in_seconds,
      ${recent(scope)} as recent
    from orders o join order_items i on i.order_id = o.id
    where ${isReserved} and ${isOfShopper} and ${isInScope(scope)} and ${isCounted}`,
  );
  const { rows } = await sql<Reserved>`${sql.join(sums, sql` union all `)} order by n`.execute(trx);
  return rows;
}

/** The units of these variants that unpaid orders reserve now. Variants without any are absent. */
export async function sumReservedUnits(trx: Trx, variantIds: string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ variantId: string; units: number }>`
    select i.variant_id, sum(i.quantity) as units from orders o join order_items i on i.order_id = o.id
    where ${isReserved} and i.variant_id = any(${variantIds}) group by i.variant_id`.execute(trx);
  return new Map(rows.map(({ variantId, units }) => [variantId, units]));
}

/**
 * Whether unpaid orders of a kind (paid online or on delivery), with a new order of these units, reserve more units of a
 * variant than the new order leaves of its `stock`.
 */
export const reservesMostOf = (
  leaves: { variantId: string; quantity: number; stock: number }[],
  { isCod }: { isCod: boolean },
) => {
  const ids = leaves.map(({ variantId }) => variantId);
  const left = leaves.map(({ stock, quantity }) => stock - 2 * quantity);
  return sql<boolean>`exists (select from unnest(${ids}::uuid[], ${left}::int[]) left_over (variant_id, units)
    where left_over.units < (select coalesce(sum(i.quantity), 0) from orders o join order_items i on i.order_id = o.id
      where ${isReserved} and ${isOfKind(isCod)} and i.variant_id = left_over.variant_id))`;
};

/**
 * The units of these variants that open orders on delivery reserve: in each of the scopes, in the same order; and `all`
 * that they and orders that wait for their payment reserve. Variants without any are absent.
 */
export async function sumOpenCod(
  trx: Trx,
  scopes: ReservationScope[],
  variantIds: string[],
): Promise<Map<string, { inScopes: number[]; all: number }>> {
  const inScopes = scopes.map(
    (scope) => sql`coalesce(sum(i.quantity) filter (where ${isOpenCod} and ${isInScope(scope)}), 0)::int`,
  );
  const { rows } = await sql<{ variantId: string; inScopes: number[]; all: number }>`
    select i.variant_id, array[${sql.join(inScopes)}] as in_scopes, sum(i.quantity)::int as "all"
    from orders o join order_items i on i.order_id = o.id
    where ${isReserved} and (o.cod_state is null or ${isOpenCod}) and i.variant_id = any(${variantIds})
    group by i.variant_id`.execute(trx);
  return new Map(rows.map(({ variantId, ...sums }) => [variantId, sums]));
}

/**
 * Locks the orders that reserve any of these variants without money: those that are to be paid on delivery and that nobody
 * has confirmed, then those that wait for their payment; of each kind those that expire first before others.
 */
export async function lockUnpaidOrdersOf(trx: Trx, variantIds: string[]) {
  const locked = await sql<{ id: string; isCod: boolean }>`
    select o.id, o.cod_state is not null as is_cod from orders o
    where ${isReserved} and (o.cod_state is null or o.cod_state = 'unconfirmed')
      and exists (select from order_items i where i.order_id = o.id and i.variant_id = any(${variantIds}))
      and not exists (select from payments p where p.order_id = o.id and p.status in ('authorized', 'captured'))
    order by is_cod desc, o.expires_at, o.id for no key update`.execute(trx);
  return locked.rows;
}
