import { sql } from 'kysely';
import { shortRupees, toRupees } from '../../shared/money.ts';
import { minuteInIndia } from '../../shared/orders/order-date.ts';
import type { Admin } from '../deps.ts';
import { forbidden } from '../errors.ts';
import { requireProved } from '../permissions.ts';
import { type ActWith, valueActs } from '../value-acts.ts';
import type { Trx } from './database.ts';

/**
 * Each act that gives away an amount (`value-acts.ts`) passes here, with its amount in paise. 403 without the proof that
 * it needs, and beyond the limits of the role: for this amount, and for all that the admin gives away on a day in India.
 * What is in no table of its own is counted from the audit log: the caller records it there as `givenPaise`.
 */
export async function requireWithinLimits(
  trx: Trx,
  admin: Admin,
  act: ActWith<'amount'>,
  { amountPaise, now }: { amountPaise: number; now: Date },
): Promise<void> {
  const kind = valueActs[act];
  if ('needsProof' in kind) requireProved(admin);
  // Locks first, so that what a transaction gave away that has just ended is seen.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`value given by ${admin.userId}`}, 0))`.execute(
    trx,
  );
  const { dailyPaise } = await requireWithinLimit(trx, admin, act, amountPaise);
  if (dailyPaise === null) return;
  const day = minuteInIndia(now).slice(0, 10);
  const used = await sumGiven(trx, admin.userId, new Date(`${day}T00:00:00+05:30`));
  if (used + amountPaise <= dailyPaise) return;
  throw forbidden(`Your role can ${kind.verb} ${rupees(Math.max(0, dailyPaise - used))} more today.`);
}

/** 403 beyond the limit of the role for one amount, in paise. Returns the limits. */
export async function requireWithinLimit(
  trx: Trx,
  admin: Admin,
  act: ActWith<'amount'>,
  amountPaise: number,
): Promise<Limits> {
  const limits = await readLimits(trx, admin.userId);
  const { oncePaise } = limits;
  if (oncePaise !== null && amountPaise > oncePaise)
    throw forbidden(`Your role can ${valueActs[act].verb} ${rupees(oncePaise)} at once.`);
  return limits;
}

/**
 * Each act passes here of which nobody knows how much it will give away (`value-acts.ts`). 403 for a role with a limit,
 * and without the proof that it needs.
 */
export async function requireNoLimits(trx: Trx, admin: Admin, act: ActWith<'no-limit'>): Promise<void> {
  const refusal = await findRefusal(trx, admin.userId, act);
  if (refusal) throw forbidden(refusal);
  if ('needsProof' in valueActs[act]) requireProved(admin);
}

/** Why an admin may not do this; undefined if the role has no limits. For jobs, which have no session. */
export async function findRefusal(
  trx: Trx,
  userId: string,
  act: ActWith<'no-limit'>,
): Promise<string | undefined> {
  const { oncePaise, dailyPaise } = await readLimits(trx, userId);
  if (oncePaise === null && dailyPaise === null) return undefined;
  const { verb } = valueActs[act];
  return `Your role has limits, so it can’t ${verb}. An admin whose role has no limits can, such as an owner.`;
}

const rupees = (paise: number) => shortRupees(toRupees(paise));

/** The limits of a role in paise; null for none. */
type Limits = { oncePaise: number | null; dailyPaise: number | null };

/** The limits of the role that an admin has now. 403 if this is no admin any more. */
async function readLimits(trx: Trx, userId: string): Promise<Limits> {
  const limits = await trx
    .selectFrom('users')
    .innerJoin('roles', 'roles.id', 'users.roleId')
    .select(['refundLimitPaise as oncePaise', 'dailyRefundLimitPaise as dailyPaise'])
    .where('users.id', '=', userId)
    .executeTakeFirst();
  if (!limits) throw forbidden();
  return limits;
}

/** What an admin has given away since then: refunds with those that wait, reductions of orders, and what the log has. */
async function sumGiven(trx: Trx, userId: string, since: Date): Promise<number> {
  const { rows } = await sql<{ paise: number }>`
    select coalesce(sum(paise), 0)::bigint as paise from (
      select amount_paise as paise from refunds
        where by_user = ${userId} and created_at >= ${since} and status <> 'failed'
      union all select amount_paise from refund_approvals
        where requested_by = ${userId} and requested_at >= ${since} and state = 'waiting'
      union all select reduced_paise from manual_orders where created_by = ${userId} and created_at >= ${since}
      union all select reduced_paise from order_edits where created_by = ${userId} and created_at >= ${since}
      union all select (detail->>'givenPaise')::bigint from admin_log
        where user_id = ${userId} and at >= ${since} and detail ? 'givenPaise') given`.execute(trx);
  return rows[0]?.paise ?? 0;
}
