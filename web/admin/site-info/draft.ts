import type { SiteInfoAdmin } from '../../../shared/contract/site-info.ts';
import { parseRupees } from '../../../shared/money.ts';
import { differing } from '../parts/differing.ts';

type Row<Fields> = Fields & { key: number };
export type Paragraph = Row<{ text: string }>;
export type Value = Row<SiteInfoAdmin['values'][number]>;
export type Member = Row<SiteInfoAdmin['teamMembers'][number]>;

/** The values of the form: rows have keys, amounts are texts. */
export type Draft = Omit<
  SiteInfoAdmin,
  | '_id'
  | 'version'
  | 'updatedAt'
  | 'storyParagraphs'
  | 'values'
  | 'teamMembers'
  | 'minOrderRupees'
  | 'maxOrderRupees'
  | 'lowStockAt'
> & {
  storyParagraphs: Paragraph[];
  values: Value[];
  teamMembers: Member[];
  minOrderRupees: string;
  maxOrderRupees: string;
  /** Empty if the shop has not set a threshold. */
  lowStockAt: string;
};

let lastKey = 0;
/** A row of a list, with its key. */
export const newRow = <Fields extends object>(fields: Fields): Row<Fields> => ({ ...fields, key: ++lastKey });

/** The form values of what was loaded. After saving, `rows` are those on the screen, whose keys are kept. */
export function draftOf({ _id, version, updatedAt, ...info }: SiteInfoAdmin, rows?: Draft): Draft {
  const keyed = <Fields extends object>(list: Fields[], shown: { key: number }[] = []) =>
    list.map((fields, i) => ({ ...newRow(fields), ...(shown[i] && { key: shown[i].key }) }));
  return {
    ...info,
    storyParagraphs: keyed(
      info.storyParagraphs.map((text) => ({ text })),
      rows?.storyParagraphs,
    ),
    values: keyed(info.values, rows?.values),
    teamMembers: keyed(info.teamMembers, rows?.teamMembers),
    minOrderRupees: String(info.minOrderRupees),
    maxOrderRupees: String(info.maxOrderRupees),
    lowStockAt: String(info.lowStockAt ?? ''),
  };
}

/** Without empty rows, which are dropped and not rejected. */
export function tidy(draft: Draft): Draft {
  return {
    ...draft,
    storyParagraphs: draft.storyParagraphs.filter(({ text }) => text.trim()),
    values: draft.values.filter(({ title, description }) => (title + description).trim()),
    teamMembers: draft.teamMembers.filter(({ name, position, imageUrl }) =>
      (name + position + imageUrl).trim(),
    ),
  };
}

/** The differences between the form and what was loaded, as the body of `PUT /site-info/admin`. */
export function changesOf(draft: Draft, loaded: SiteInfoAdmin): Record<string, unknown> {
  const changes: Record<string, unknown> = differing(bodyOf(draft), bodyOf(draftOf(loaded)));
  for (const name of inParts) if (name in changes) changes[name] = differing(draft[name], loaded[name]);
  return changes;
}

/** Of these, parts are saved separately. */
const inParts = ['socialLinks', 'businessHours', 'claims', 'grievanceOfficer'] as const;

function bodyOf(draft: Draft) {
  return {
    ...draft,
    storyParagraphs: draft.storyParagraphs.map(({ text }) => text),
    values: draft.values.map(({ key, ...value }) => value),
    teamMembers: draft.teamMembers.map(({ key, ...member }) => member),
    minOrderRupees: amountOf(draft.minOrderRupees),
    maxOrderRupees: amountOf(draft.maxOrderRupees),
    lowStockAt: draft.lowStockAt.trim() ? Number(draft.lowStockAt) : null,
  };
}

/** Text that is not an amount is left as it is, and is then rejected. */
const amountOf = (text: string) => parseRupees(text) ?? text;
