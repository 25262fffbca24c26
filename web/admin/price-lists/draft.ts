import { type PriceList, type PriceListInput, priceListInput } from '../../../shared/contract/price-lists.ts';
import { counted } from '../parts/text.ts';
import { errorsIn } from '../parts/form/use-form.ts';

/** The form as it is typed. */
export type Draft = Pick<PriceListInput, 'name' | 'customerTag' | 'takesDiscounts' | 'active'> & {
  percent: string;
};

/** The draft of a stored price list, or of a new one. */
export const draftOf = (stored: PriceList | null): Draft => ({
  name: stored?.name ?? '',
  customerTag: stored?.customerTag ?? '',
  percent: String(stored?.percent ?? ''),
  takesDiscounts: stored?.takesDiscounts ?? false,
  active: stored?.active ?? true,
});

const percentIn = (text: string): number | null => {
  const typed = text.trim().replace(/\s*%$/, '');
  if (!typed) return null;
  return /^\d{1,3}(\.\d+)?$/.test(typed) ? Number(typed) : Number.NaN;
};

/** The body of a request, which may be wrong. */
export const bodyOf = ({ percent, ...draft }: Draft) => ({ ...draft, percent: percentIn(percent) });

/** What is wrong with the draft. */
export const errorsOf = (draft: Draft) => errorsIn(priceListInput, bodyOf(draft));

/** What a list does, in words; `prices` of its own. Undefined for a draft that is not complete. */
export function sentenceOf(draft: Draft, prices: number): string | undefined {
  const list = priceListInput.safeParse({ ...bodyOf(draft), name: draft.name || '?' }).data;
  if (!list) return undefined;
  const who = `Customers with an account and the tag “${list.customerTag}”`;
  const off = list.percent === null ? '' : `${list.percent}% less than the selling price`;
  const own = prices > 0 ? `the ${counted(prices, 'price')} below` : '';
  const pays = off && own ? `${off}, and ${own}` : off || own;
  if (!pays) return `${who} pay the selling price: the list has no percentage and no prices yet.`;
  return `${who} pay ${pays}${list.active ? '' : ', once the list is active'}.`;
}
