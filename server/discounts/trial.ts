import { randomUUID } from 'node:crypto';
import type { DiscountInput } from '../../shared/contract/catalogue/discounts.ts';
import { isId } from '../../shared/id.ts';
import type { Database } from '../db/database.ts';
import { findLack } from './best-discounts.ts';
import { lackText } from './lack-text.ts';
import { type Offered, type Offers, type Sale, unusedText } from './offers.ts';
import { columnsOf } from './present.ts';
import * as queries from './queries.ts';
import type { GoodsLine } from './rule.ts';

/**
 * A discount as it is entered, with the automatic ones that can be used now, for a sample cart of a customer who meets
 * its conditions. `id`: the stored discount that it would replace. Limits of customers are not checked, because the
 * cart has no customer.
 */
export async function findTrial(db: Database, input: DiscountInput, id: string | undefined, now: Date) {
  const stored = id && isId(id) ? await queries.findDiscount(db, id) : undefined;
  const row: queries.DiscountRow = {
    id: stored?.id ?? randomUUID(),
    uses: stored?.uses ?? 0,
    isDemo: false,
    deletedAt: null,
    createdAt: now,
    updatedAt: now,
    ...columnsOf(input),
  };
  const others = (await queries.listActive(db, { userId: null, mailbox: '' }, undefined)).filter(
    ({ id, customerTags: tags }) =>
      id !== row.id && (tags.length === 0 || tags.some((tag) => row.customerTags.includes(tag))),
  );
  return {
    /** The discounts that the cart would have. */
    offers: { discounts: [row, ...others] } satisfies Offers,

    /** Why the discount is not among those that the goods have, and why nobody can use it now. */
    notesOn(goods: GoodsLine[], applied: Offered['applied'], sale: Sale): string[] {
      const isGiven = applied.some(({ discount }) => discount.id === row.id);
      const lack = findLack(row, goods);
      const reason = lack
        ? lackText(row, lack, 'discount')
        : unusedText(row, 'discount', goods, sale, applied);
      return [
        ...(isGiven ? [] : [reason]),
        ...(row.isEnabled ? [] : ['Shoppers can’t use it, because it is disabled.']),
        ...(row.startsAt && row.startsAt > now ? ['Shoppers can’t use it yet.'] : []),
        ...(row.endsAt && row.endsAt <= now ? ['It has ended.'] : []),
        ...(row.maxUses !== null && row.uses >= row.maxUses ? ['It is used up.'] : []),
      ];
    },
  };
}
