import { welcomeSentence } from '../../shared/orders/discount-words.ts';
import type { Database, Trx } from '../db/database.ts';
import { conflict, ShopError } from '../errors.ts';
import type { Applied } from './best-discounts.ts';
import type { Offers } from './offers.ts';
import { present } from './present.ts';
import * as queries from './queries.ts';

export { amountOf } from './best-discounts.ts';
export { discountAdmin } from './discount-admin.ts';
export { insertMovedDiscount } from './moved.ts';
export { applyOffers, codeProblemOf } from './offers.ts';
export { findTakenCodes, removeUnusedDiscounts } from './queries.ts';
export { minTotalPaise } from './rule.ts';
export { findTrial } from './trial.ts';
export type Buyer = queries.Buyer;
export type AppliedDiscount = Applied<queries.DiscountRow>;

/**
 * The discounts that a buyer can use now: the automatic ones, and that of a code. Errors: 400 `unknown_discount_code` for
 * a code that does not exist or can't be used by anyone now; 409 `discount_not_applicable` with the reason.
 */
export async function findOffers(trx: Database | Trx, buyer: Buyer, code?: string): Promise<Offers> {
  const active = await queries.listActive(trx, buyer, code);
  const named = active.find((discount) => discount.code !== null);
  if (code && !named) throw unknownCode();
  const refusals = await refusalsOf(trx, buyer, active);
  const refusal = named && refusals.get(named.id);
  if (refusal) throw notApplicable(refusal);
  return { discounts: active.filter(({ id }) => !refusals.has(id)), entered: named };
}

/**
 * 400 `unknown_discount_code`, as of findOffers, for a code that nobody can use now, as if the unpaid order
 * `replacedOrder` had ended.
 */
export async function requireCode(
  trx: Trx,
  code: string,
  replacedOrder: string | null = null,
): Promise<void> {
  const active = await queries.listActive(trx, { userId: null, mailbox: '', replacedOrder }, code);
  if (!active.some((discount) => discount.code !== null)) throw unknownCode();
}

/**
 * Stores the discounts of a new order, and counts its uses of them. Called last, because other orders with the same
 * discount wait until the caller commits. False if a limit was reached meanwhile; the caller then rolls back.
 */
export async function spendDiscounts(
  trx: Trx,
  orderId: string,
  applied: AppliedDiscount[],
  buyer: Buyer,
): Promise<boolean> {
  if (applied.length === 0) return true;
  const discounts = applied.map(({ discount }) => discount);
  if (!(await queries.countUses(trx, discounts))) return false;
  // Before this order is counted: another order of the same buyer has waited for it.
  if ((await refusalsOf(trx, buyer, discounts)).size > 0) return false;
  await queries.insertOrderDiscounts(trx, orderId, applied);
  return true;
}

/**
 * The discounts of products that an order has, for other lines of it, also if these lack what the discounts ask for.
 * One that was changed since takes off as much as before.
 */
export async function findOffersOfOrder(trx: Trx, orderId: string): Promise<Offers> {
  const rows = await queries.listOfOrder(trx, orderId);
  const rules = rows.map(({ takenPaise, isChanged, ...row }): queries.DiscountRow => {
    const rule = { ...row, minSubtotalPaise: 0, minQuantity: row.getQuantity === null ? 1 : row.minQuantity };
    return isChanged
      ? {
          ...rule,
          appliesTo: 'order',
          amountPaise: takenPaise,
          percentTenths: null,
          fixedPricePaise: null,
          getQuantity: null,
        }
      : rule;
  });
  return { discounts: rules };
}

/**
 * An admin changes the lines of an order: its discounts now take off so much of the lines at these positions, or what
 * they took off is a part of the discount of the admin.
 */
export const replaceDiscounts = (trx: Trx, orderId: string, applied: AppliedDiscount[]): Promise<void> =>
  queries.replaceShares(trx, orderId, applied);

/** What the footer says about the announced discount; empty without one. */
export async function getWelcomeOffer(db: Database | Trx): Promise<string> {
  const announced = await queries.findAnnounced(db);
  return announced ? welcomeSentence(present({ ...announced, state: 'active' })) : '';
}

/** The announced discount that ends first, as the footer names it. */
export async function getDiscountEnd(db: Database): Promise<{ text: string; endsAt: string } | undefined> {
  const ending = await queries.findEnding(db);
  return ending?.endsAt
    ? {
        text: welcomeSentence(present({ ...ending, state: 'active' })),
        endsAt: ending.endsAt.toISOString(),
      }
    : undefined;
}

/** The number of discounts of the demo shop that no admin has changed. */
export const countDemoDiscounts = ({ db }: { db: Database }): Promise<number> =>
  queries.countDemoDiscounts(db);

/** Why this buyer can't use some of these discounts, by their ids. */
async function refusalsOf(
  trx: Database | Trx,
  buyer: Buyer,
  discounts: queries.DiscountRow[],
): Promise<Map<string, string>> {
  const { userId } = buyer;
  const limited = discounts.filter(
    (discount) =>
      discount.isForFirstOrder ||
      discount.maxUsesPerCustomer !== null ||
      discount.maxUsesPerCustomerPerDay !== null,
  );
  const isKnown = userId !== null || buyer.mailbox !== '' || buyer.mobile !== undefined;
  const history =
    limited.length > 0 && isKnown
      ? await queries.findHistory(
          trx,
          buyer,
          limited.map(({ id }) => id),
        )
      : undefined;
  const asksForAccount = (discount: queries.DiscountRow) =>
    discount.customerTags.length > 0 || discount.newAccountDays !== null;
  const account =
    userId !== null && discounts.some(asksForAccount) ? await queries.findAccount(trx, userId) : undefined;
  const reasonOf = (discount: queries.DiscountRow): string | undefined => {
    if ((discount.isForAccounts || asksForAccount(discount)) && userId === null)
      return 'Log in or sign up to use this code.';
    if (discount.customerTags.length > 0 && !discount.customerTags.some((tag) => account?.tags.includes(tag)))
      return 'This code is not for your account.';
    if (discount.newAccountDays !== null && !(account && account.days < discount.newAccountDays))
      return 'This code is only for new accounts.';
    if (discount.isForFirstOrder && history?.hasOrdered) return 'This code is only for a first order.';
    const { inAll, today } = history?.uses.get(discount.id) ?? { inAll: 0, today: 0 };
    const limit = discount.isForFirstOrder ? 1 : (discount.maxUsesPerCustomer ?? Number.POSITIVE_INFINITY);
    if (inAll >= limit) return 'You have used this code already.';
    return today >= (discount.maxUsesPerCustomerPerDay ?? Number.POSITIVE_INFINITY)
      ? 'You have used this code today already. You can use it again tomorrow.'
      : undefined;
  };
  return new Map(
    discounts.flatMap((discount): [string, string][] => {
      const reason = reasonOf(discount);
      return reason ? [[discount.id, reason]] : [];
    }),
  );
}

/** The same for every code that can't be used, so that nobody learns which ones exist (threats T-CPN-04). */
const unknownCode = () => {
  const message = 'This code does not exist or is not valid any more.';
  return new ShopError('unknown_discount_code', message, { errors: { discount_code: message } });
};

/** 409 `discount_not_applicable`. */
export const notApplicable = (message: string): ShopError =>
  conflict('discount_not_applicable', message, { errors: { discount_code: message } });
