import type { Discount, DiscountInput } from '../../shared/contract/discounts.ts';
import { fromTenths, toPaise, toRupees, toTenths } from '../../shared/money.ts';
import type { DiscountWithState } from './queries.ts';

/** A discount as the back office sees it. */
export const present = (row: DiscountWithState): Discount => ({
  _id: row.id,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
  title: row.title,
  code: row.code,
  uniqueCodes: row.hasUniqueCodes,
  enabled: row.isEnabled,
  value:
    row.percentTenths === null
      ? { type: 'amount', amount: toRupees(row.amountPaise ?? 0) }
      : { type: 'percent', percent: fromTenths(row.percentTenths) },
  appliesTo: row.appliesTo,
  targets: row.targetIds,
  minTotal: toRupees(row.minSubtotalPaise),
  minQuantity: row.minQuantity,
  startsAt: row.startsAt?.toISOString() ?? null,
  endsAt: row.endsAt?.toISOString() ?? null,
  maxUses: row.maxUses,
  maxUsesPerCustomer: row.maxUsesPerCustomer,
  firstOrderOnly: row.isForFirstOrder,
  accountsOnly: row.isForAccounts,
  combinable: row.isCombinable,
  announced: row.isAnnounced,
  state: row.state,
  uses: row.uses,
});

/** The columns of a discount. */
export const columnsOf = (input: DiscountInput) => ({
  title: input.title,
  code: input.code,
  hasUniqueCodes: input.uniqueCodes,
  isEnabled: input.enabled,
  percentTenths: input.value.type === 'percent' ? toTenths(input.value.percent) : null,
  amountPaise: input.value.type === 'amount' ? toPaise(input.value.amount) : null,
  appliesTo: input.appliesTo,
  targetIds: input.appliesTo === 'order' ? [] : [...new Set(input.targets)],
  minSubtotalPaise: toPaise(input.minTotal),
  minQuantity: input.minQuantity,
  startsAt: input.startsAt === null ? null : new Date(input.startsAt),
  endsAt: input.endsAt === null ? null : new Date(input.endsAt),
  maxUses: input.maxUses,
  maxUsesPerCustomer: input.maxUsesPerCustomer,
  isForFirstOrder: input.firstOrderOnly,
  isForAccounts: input.accountsOnly,
  isCombinable: input.combinable,
  isAnnounced: input.announced,
});
