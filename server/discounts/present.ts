import type { Discount, DiscountInput } from '../../shared/contract/catalogue/discounts.ts';
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
  value: shownValue(row),
  appliesTo: row.appliesTo,
  targets: row.targetIds,
  minTotal: toRupees(row.minSubtotalPaise),
  minQuantity: row.minQuantity,
  startsAt: row.startsAt?.toISOString() ?? null,
  endsAt: row.endsAt?.toISOString() ?? null,
  maxUses: row.maxUses,
  maxUsesPerCustomer: row.maxUsesPerCustomer,
  maxUsesPerCustomerPerDay: row.maxUsesPerCustomerPerDay,
  firstOrderOnly: row.isForFirstOrder,
  accountsOnly: row.isForAccounts,
  newAccountDays: row.newAccountDays,
  customerTags: row.customerTags,
  onlineOnly: row.isOnlineOnly,
  combinable: row.isCombinable,
  announced: row.isAnnounced,
  state: row.state,
  uses: row.uses,
});

function shownValue(row: DiscountWithState): Discount['value'] {
  if (row.isFreeShipping) return { type: 'free_shipping' };
  if (row.fixedPricePaise !== null) return { type: 'fixed_price', price: toRupees(row.fixedPricePaise) };
  if (row.percentTenths === null) return { type: 'amount', amount: toRupees(row.amountPaise ?? 0) };
  const percent = fromTenths(row.percentTenths);
  if (row.getQuantity === null || row.getAppliesTo === null) return { type: 'percent', percent };
  return {
    type: 'buy_x_get_y',
    quantity: row.getQuantity,
    percent,
    appliesTo: row.getAppliesTo,
    targets: row.getTargetIds ?? [],
    maxPerOrder: row.maxPerOrder,
  };
}

/** The columns of a value; the others of the kinds of values are empty. */
function valueColumns(value: DiscountInput['value']) {
  const gets = value.type === 'buy_x_get_y' ? value : undefined;
  return {
    percentTenths: 'percent' in value ? toTenths(value.percent) : null,
    amountPaise: value.type === 'amount' ? toPaise(value.amount) : null,
    fixedPricePaise: value.type === 'fixed_price' ? toPaise(value.price) : null,
    isFreeShipping: value.type === 'free_shipping',
    getQuantity: gets?.quantity ?? null,
    getAppliesTo: gets?.appliesTo ?? null,
    getTargetIds: gets ? targetIds(gets) : null,
    maxPerOrder: gets?.maxPerOrder ?? null,
  };
}

const targetIds = ({ appliesTo, targets }: Pick<DiscountInput, 'appliesTo' | 'targets'>) =>
  appliesTo === 'order' ? [] : [...new Set(targets)];

/** The columns of a discount. */
export const columnsOf = (input: DiscountInput) => ({
  title: input.title,
  code: input.code,
  hasUniqueCodes: input.uniqueCodes,
  isEnabled: input.enabled,
  ...valueColumns(input.value),
  appliesTo: input.appliesTo,
  targetIds: targetIds(input),
  minSubtotalPaise: toPaise(input.minTotal),
  minQuantity: input.minQuantity,
  startsAt: input.startsAt === null ? null : new Date(input.startsAt),
  endsAt: input.endsAt === null ? null : new Date(input.endsAt),
  maxUses: input.maxUses,
  maxUsesPerCustomer: input.maxUsesPerCustomer,
  maxUsesPerCustomerPerDay: input.maxUsesPerCustomerPerDay,
  isForFirstOrder: input.firstOrderOnly,
  isForAccounts: input.accountsOnly,
  newAccountDays: input.newAccountDays,
  customerTags: [...new Set(input.customerTags)],
  isOnlineOnly: input.onlineOnly,
  isCombinable: input.combinable,
  isAnnounced: input.announced,
});
