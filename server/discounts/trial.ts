import { randomUUID } from 'node:crypto';
import type { DiscountInput } from '../../shared/contract/discounts.ts';
import { isId } from '../../shared/id.ts';
import type { Database } from '../db/database.ts';
import { type Applied, bestDiscounts, type GoodsLine, whatLacks } from './best-discounts.ts';
import { lackText } from './lack-text.ts';
import { columnsOf } from './present.ts';
import * as queries from './queries.ts';

type Given = Applied<queries.DiscountRow>[];

/**
 * A discount as it is entered, with the automatic ones that can be used now, for a sample cart. `id`: the stored discount
 * that it would replace. Limits of customers are not checked, because there is none.
 */
export async function findTrial(db: Database, input: DiscountInput, id: string | undefined, now: Date) {
  const stored = id && isId(id) ? await queries.findDiscount(db, id) : undefined;
  const row: queries.DiscountRow = {
    ...{ id: stored?.id ?? randomUUID(), uses: stored?.uses ?? 0, isDemo: false, deletedAt: null },
    ...{ createdAt: now, updatedAt: now },
    ...columnsOf(input),
  };
  const others = (await queries.listActive(db, { userId: null, mailbox: '' }, undefined)).filter(
    (each) => each.id !== row.id,
  );
  return {
    /** The discounts that the cart would have. */
    offers: (goods: GoodsLine[]): Given => bestDiscounts([row, ...others], goods),

    /** Why the discount is not among those that the goods have, and why nobody can use it now. */
    notesOn(goods: GoodsLine[], given: Given): string[] {
      const isGiven = given.some(({ discount }) => discount.id === row.id);
      return [
        ...(isGiven ? [] : [reason(row, goods, given)]),
        ...(row.isEnabled ? [] : ['Shoppers can’t use it, because it is disabled.']),
        ...(row.startsAt && row.startsAt > now ? ['Shoppers can’t use it yet.'] : []),
        ...(row.endsAt && row.endsAt <= now ? ['It has ended.'] : []),
        ...(row.maxUses !== null && row.uses >= row.maxUses ? ['It is used up.'] : []),
      ];
    },
  };
}

function reason(row: queries.DiscountRow, goods: GoodsLine[], given: Given): string {
  const lack = whatLacks(row, goods);
  if (lack) return lackText(row, lack, 'discount');
  const titles = given.map(({ discount }) => discount.title).join(', ');
  return titles
    ? `Another discount saves at least as much: ${titles}.`
    : 'It takes nothing off these products.';
}
