import {
  type Discount,
  type DiscountInput,
  discountInput,
} from '../../../shared/contract/catalogue/discounts.ts';
import { instantOf, timeInIndia } from '../parts/form/india-time.ts';
import { errorsIn } from '../parts/form/use-form.ts';
import { amountIn } from '../parts/text.ts';

/** What a discount applies to. Each list is kept while another one is shown. */
export type Targets = { appliesTo: DiscountInput['appliesTo']; products: string[]; categories: string[] };

/** The form as it is typed. Times are those of India, as a field for a local time has them. */
export type Draft = Pick<
  DiscountInput,
  | 'enabled'
  | 'appliesTo'
  | 'firstOrderOnly'
  | 'accountsOnly'
  | 'customerTags'
  | 'onlineOnly'
  | 'combinable'
  | 'announced'
> & {
  title: string;
  method: 'code' | 'automatic' | 'unique';
  code: string;
  value: {
    type: DiscountInput['value']['type'];
    percent: string;
    amount: string;
    price: string;
    quantity: string;
    maxPerOrder: string;
  } & Targets;
  buys: 'quantity' | 'amount';
  products: string[];
  categories: string[];
  minTotal: string;
  minQuantity: string;
  startsAt: string;
  endsAt: string;
  maxUses: string;
  maxUsesPerCustomer: string;
  maxUsesPerCustomerPerDay: string;
  newAccountDays: string;
};

/** The draft of a stored discount, or of a new one. */
export const draftOf = (stored: Discount | null): Draft => ({
  title: stored?.title ?? '',
  method: methodOf(stored),
  code: stored?.code ?? '',
  enabled: stored?.enabled ?? true,
  value: shownValue(stored?.value),
  buys: stored?.minTotal ? 'amount' : 'quantity',
  ...targetsOf(stored ?? undefined),
  minTotal: stored?.minTotal ? String(stored.minTotal) : '',
  minQuantity: stored?.minQuantity ? String(stored.minQuantity) : '',
  startsAt: timeInIndia(stored?.startsAt),
  endsAt: timeInIndia(stored?.endsAt),
  maxUses: String(stored?.maxUses ?? ''),
  maxUsesPerCustomer: String(stored?.maxUsesPerCustomer ?? ''),
  maxUsesPerCustomerPerDay: String(stored?.maxUsesPerCustomerPerDay ?? ''),
  newAccountDays: String(stored?.newAccountDays ?? ''),
  firstOrderOnly: stored?.firstOrderOnly ?? false,
  accountsOnly: stored?.accountsOnly ?? false,
  customerTags: stored?.customerTags ?? [],
  onlineOnly: stored?.onlineOnly ?? false,
  combinable: stored?.combinable ?? false,
  announced: stored?.announced ?? false,
});

function shownValue(value: Discount['value'] | undefined): Draft['value'] {
  const deal = value?.type === 'buy_x_get_y' ? value : undefined;
  return {
    type: value?.type ?? 'percent',
    percent: value && 'percent' in value ? String(value.percent) : '',
    amount: value?.type === 'amount' ? String(value.amount) : '',
    price: value?.type === 'fixed_price' ? String(value.price) : '',
    quantity: String(deal?.quantity ?? ''),
    maxPerOrder: String(deal?.maxPerOrder ?? ''),
    ...targetsOf(deal),
  };
}

const targetsOf = (stored: Pick<DiscountInput, 'appliesTo' | 'targets'> | undefined): Targets => ({
  appliesTo: stored?.appliesTo ?? 'order',
  products: stored?.appliesTo === 'products' ? stored.targets : [],
  categories: stored?.appliesTo === 'categories' ? stored.targets : [],
});

function methodOf(stored: Discount | null): Draft['method'] {
  if (stored?.uniqueCodes) return 'unique';
  return stored && stored.code === null ? 'automatic' : 'code';
}

/** The request. A text that is no number becomes one that the schema refuses. */
export function bodyOf(draft: Draft) {
  const { method, code, value, buys, ...rest } = draft;
  const isDeal = value.type === 'buy_x_get_y';
  return {
    ...rest,
    code: method === 'code' ? code : null,
    uniqueCodes: method === 'unique',
    announced: canBeAnnounced(draft) && draft.announced,
    value: valueBody(value, buys),
    targets: chosenOf(draft),
    minTotal: isDeal && buys === 'quantity' ? 0 : (amountOrNull(draft.minTotal) ?? 0),
    minQuantity: isDeal && buys === 'amount' ? 0 : (numberOrNull(draft.minQuantity) ?? 0),
    startsAt: instantOf(draft.startsAt),
    endsAt: instantOf(draft.endsAt),
    maxUses: numberOrNull(draft.maxUses),
    maxUsesPerCustomer: numberOrNull(draft.maxUsesPerCustomer),
    maxUsesPerCustomerPerDay: numberOrNull(draft.maxUsesPerCustomerPerDay),
    newAccountDays: numberOrNull(draft.newAccountDays),
  };
}

/** Whether the footer can name it: not what only some customers can use. */
export const canBeAnnounced = ({ method, customerTags }: Draft) =>
  method !== 'unique' && customerTags.length === 0;

function valueBody(value: Draft['value'], buys: Draft['buys']) {
  const { type, percent } = value;
  switch (type) {
    case 'percent':
      return { type, percent: numberIn(percent) };
    case 'amount':
      return { type, amount: amountIn(value.amount) };
    case 'free_shipping':
      return { type };
    case 'fixed_price':
      return { type, price: amountIn(value.price) };
    case 'buy_x_get_y':
      return {
        type,
        percent: numberIn(percent),
        quantity: numberIn(value.quantity),
        appliesTo: value.appliesTo,
        targets: chosenOf(value),
        // For an amount, an order has it once.
        maxPerOrder: buys === 'quantity' ? numberOrNull(value.maxPerOrder) : null,
      };
  }
}

const chosenOf = ({ appliesTo, products, categories }: Targets): string[] =>
  ({ order: [], products, categories })[appliesTo];

/** The errors of a draft by field. */
export function errorsOf(draft: Draft): Record<string, string> {
  const found = errorsIn(discountInput, bodyOf(draft));
  for (const amount of ['value.amount', 'value.price', 'minTotal'])
    if (found[amount]) found[amount] = 'Enter an amount in rupees';
  // What is missing is the field that is shown.
  if (draft.value.type === 'buy_x_get_y' && draft.buys === 'amount' && found.minQuantity)
    return { ...found, minTotal: 'Enter an amount in rupees' };
  return found;
}

/** The discount that a complete draft describes. */
export const describedBy = (draft: Draft): DiscountInput | undefined =>
  discountInput.safeParse({ ...bodyOf(draft), title: draft.title.trim() || '?' }).data;

const numberIn = (text: string): number =>
  /^\d{1,7}(\.\d+)?$/.test(text.trim()) ? Number(text) : Number.NaN;
const numberOrNull = (text: string) => (text.trim() ? numberIn(text) : null);
const amountOrNull = (text: string) => (text.trim() ? amountIn(text) : null);
