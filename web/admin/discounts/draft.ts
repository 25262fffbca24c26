import { type Discount, type DiscountInput, discountInput } from '../../../shared/contract/discounts.ts';
import { parseRupees } from '../../../shared/money.ts';
import { errorsIn } from '../parts/use-form.ts';

/** The form as it is typed. Times are those of India, as a field for a local time has them. */
export type Draft = Pick<
  DiscountInput,
  'enabled' | 'appliesTo' | 'firstOrderOnly' | 'accountsOnly' | 'combinable' | 'announced'
> & {
  title: string;
  method: 'code' | 'automatic' | 'unique';
  code: string;
  value: { type: DiscountInput['value']['type']; percent: string; amount: string };
  /** Each list is kept while another one is shown. */
  products: string[];
  categories: string[];
  minTotal: string;
  minQuantity: string;
  startsAt: string;
  endsAt: string;
  maxUses: string;
  maxUsesPerCustomer: string;
};

/** The draft of a stored discount, or of a new one. */
export const draftOf = (stored: Discount | null): Draft => ({
  title: stored?.title ?? '',
  method: methodOf(stored),
  code: stored?.code ?? '',
  enabled: stored?.enabled ?? true,
  value: {
    type: stored?.value.type ?? 'percent',
    percent: stored?.value.type === 'percent' ? String(stored.value.percent) : '',
    amount: stored?.value.type === 'amount' ? String(stored.value.amount) : '',
  },
  appliesTo: stored?.appliesTo ?? 'order',
  products: stored?.appliesTo === 'products' ? stored.targets : [],
  categories: stored?.appliesTo === 'categories' ? stored.targets : [],
  minTotal: stored?.minTotal ? String(stored.minTotal) : '',
  minQuantity: stored?.minQuantity ? String(stored.minQuantity) : '',
  startsAt: timeInIndia(stored?.startsAt),
  endsAt: timeInIndia(stored?.endsAt),
  maxUses: String(stored?.maxUses ?? ''),
  maxUsesPerCustomer: String(stored?.maxUsesPerCustomer ?? ''),
  firstOrderOnly: stored?.firstOrderOnly ?? false,
  accountsOnly: stored?.accountsOnly ?? false,
  combinable: stored?.combinable ?? false,
  announced: stored?.announced ?? false,
});

function methodOf(stored: Discount | null): Draft['method'] {
  if (stored?.uniqueCodes) return 'unique';
  return stored && stored.code === null ? 'automatic' : 'code';
}

/** The request. A text that is no number becomes one that the schema refuses. */
export function bodyOf(draft: Draft) {
  const { method, code, value, appliesTo, products, categories, ...rest } = draft;
  return {
    ...rest,
    code: method === 'code' ? code : null,
    uniqueCodes: method === 'unique',
    announced: method !== 'unique' && draft.announced,
    value:
      value.type === 'percent'
        ? { type: 'percent' as const, percent: numberIn(value.percent) }
        : { type: 'amount' as const, amount: parseRupees(value.amount) ?? Number.NaN },
    appliesTo,
    targets: { order: [], products, categories }[appliesTo],
    minTotal: draft.minTotal.trim() ? (parseRupees(draft.minTotal) ?? Number.NaN) : 0,
    minQuantity: draft.minQuantity.trim() ? numberIn(draft.minQuantity) : 0,
    startsAt: instantOf(draft.startsAt),
    endsAt: instantOf(draft.endsAt),
    maxUses: draft.maxUses.trim() ? numberIn(draft.maxUses) : null,
    maxUsesPerCustomer: draft.maxUsesPerCustomer.trim() ? numberIn(draft.maxUsesPerCustomer) : null,
  };
}

/** The errors of a draft by field. */
export function errorsOf(draft: Draft): Record<string, string> {
  const found = errorsIn(discountInput, bodyOf(draft));
  if (found['value.amount']) found['value.amount'] = 'Enter an amount in rupees';
  if (found.minTotal) found.minTotal = 'Enter an amount in rupees';
  return found;
}

/** The discount that a complete draft describes. */
export const describedBy = (draft: Draft): DiscountInput | undefined =>
  discountInput.safeParse({ ...bodyOf(draft), title: draft.title.trim() || '?' }).data;

const numberIn = (text: string): number =>
  /^\d{1,7}(\.\d+)?$/.test(text.trim()) ? Number(text) : Number.NaN;

const offsetMs = 330 * 60_000;

/** `2026-11-23T10:00` of a time in UTC, in India. */
const timeInIndia = (iso: string | null | undefined): string =>
  iso ? new Date(Date.parse(iso) + offsetMs).toISOString().slice(0, 16) : '';

/** The opposite; null for no time. */
function instantOf(local: string): string | null {
  const time = Date.parse(`${local.slice(0, 16)}:00+05:30`);
  return Number.isNaN(time) ? null : new Date(time).toISOString();
}
