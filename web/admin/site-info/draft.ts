import type { ReactNode } from 'react';
import type { CodAdvance, SiteInfoAdmin } from '../../../shared/contract/site-info.ts';
import { parseRupees } from '../../../shared/read-amount.ts';
import type { TextField } from '../parts/form/fields.tsx';
import type { Form } from '../parts/form/use-form.ts';

type NumberField =
  | ('minOrderRupees' | 'maxOrderRupees' | 'refundApprovalRupees')
  | ('lowStockAt' | 'reviewRequestDays' | 'cartReminderHours' | 'returnDays')
  | ('codFeeRupees' | 'codMinRupees' | 'codMaxRupees' | 'codConfirmHours' | 'codAdvance');

/** The values of the form: numbers are texts. */
export type Draft = Omit<SiteInfoAdmin, '_id' | 'version' | 'updatedAt' | NumberField> &
  Record<NumberField, string>;

/** The form values of what was loaded. */
export const draftOf = ({ _id, version, updatedAt, ...info }: SiteInfoAdmin): Draft => ({
  ...info,
  minOrderRupees: String(info.minOrderRupees),
  maxOrderRupees: String(info.maxOrderRupees),
  refundApprovalRupees: String(info.refundApprovalRupees ?? ''),
  lowStockAt: String(info.lowStockAt ?? ''),
  reviewRequestDays: String(info.reviewRequestDays ?? ''),
  cartReminderHours: String(info.cartReminderHours ?? ''),
  returnDays: String(info.returnDays ?? ''),
  codFeeRupees: String(info.codFeeRupees),
  codMinRupees: String(info.codMinRupees ?? ''),
  codMaxRupees: String(info.codMaxRupees ?? ''),
  codConfirmHours: String(info.codConfirmHours),
  codAdvance: advanceText(info.codAdvance),
});

/** Without empty rows, which are dropped and not rejected. */
export function tidy(draft: Draft): Draft {
  return {
    ...draft,
    storyParagraphs: draft.storyParagraphs.filter((text) => text.trim()),
    values: draft.values.filter(({ title, description }) => (title + description).trim()),
    seasons: draft.seasons.filter(({ title, text, filter }) => (title + text + filter).trim()),
    teamMembers: draft.teamMembers.filter(({ name, position, imageUrl }) =>
      (name + position + imageUrl).trim(),
    ),
  };
}

/** The differences between the form and what was loaded, as the body of `PUT /site-info/admin`. */
export function changesOf(draft: Draft, loaded: SiteInfoAdmin): Record<string, unknown> {
  const body = {
    ...draft,
    minOrderRupees: amountOf(draft.minOrderRupees),
    maxOrderRupees: amountOf(draft.maxOrderRupees),
    refundApprovalRupees: optionalAmountOf(draft.refundApprovalRupees),
    codFeeRupees: amountOf(draft.codFeeRupees),
    codMinRupees: optionalAmountOf(draft.codMinRupees),
    codMaxRupees: optionalAmountOf(draft.codMaxRupees),
    codConfirmHours: wholeOf(draft.codConfirmHours),
    codAdvance: advanceOf(draft.codAdvance),
    lowStockAt: wholeOf(draft.lowStockAt),
    reviewRequestDays: wholeOf(draft.reviewRequestDays),
    cartReminderHours: wholeOf(draft.cartReminderHours),
    returnDays: wholeOf(draft.returnDays),
  };
  const changes = differing(body, loaded);
  for (const name of inParts) if (name in changes) changes[name] = differing(draft[name], loaded[name]);
  return changes;
}

/** Of these, parts are saved separately. */
const inParts = ['socialLinks', 'businessHours', 'claims', 'grievanceOfficer'] as const;

/** The fields of `now` whose values differ from those of `before`. */
function differing(after: object, before: object): Record<string, unknown> {
  const earlier = new Map<string, unknown>(Object.entries(before));
  const isChanged = ([name, value]: [string, unknown]) =>
    JSON.stringify(value) !== JSON.stringify(earlier.get(name));
  return Object.fromEntries(Object.entries(after).filter(isChanged));
}

/** Text that is not a number becomes one that is rejected; an empty one is null. */
const wholeOf = (text: string) => (text.trim() ? Number(text) : null);

const optionalAmountOf = (text: string) => (text.trim() ? amountOf(text) : null);

const advanceText = (advance: CodAdvance) =>
  advance === null ? '' : advance.type === 'percent' ? `${advance.percent}%` : String(advance.amount);

/** `10%` or `200`; other text is left as it is, and is then rejected. */
function advanceOf(text: string): CodAdvance | string {
  if (!text.trim()) return null;
  const percent = /^(\d+(?:\.\d+)?)\s*%$/.exec(text.trim())?.[1];
  if (percent) return { type: 'percent', percent: Number(percent) };
  const amount = parseRupees(text);
  return amount === undefined ? text : { type: 'amount', amount };
}

/** Text that is not an amount is left as it is, and is then rejected. */
const amountOf = (text: string) => parseRupees(text) ?? text;

export type SiteForm = Form<Draft> & { onBusy: (busy: boolean) => void };

/** A section of the form: its text fields, with other parts before and after them. */
export type SectionParts = {
  id: string;
  title: string;
  hint?: string;
  className?: string;
  before?: (form: SiteForm) => ReactNode;
  fields?: TextField<Draft>[];
  after?: (form: SiteForm) => ReactNode;
};
