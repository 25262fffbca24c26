import { timeInIndia } from '../../parts/form/india-time.ts';
import { type EditedPage, type EditedSection, formOf, nameOf, settingsOf } from './edited-page.ts';

export const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

export const pageFields = {
  title: 'Title',
  address: 'Address in links',
  description: 'Description for search engines',
} as const;

/** What differs between two versions of a page, in words. */
export function differences(before: EditedPage, after: EditedPage): string[] {
  const old = new Map(before.sections.map((section) => [section._id, section]));
  const now = new Set(after.sections.map(({ _id }) => _id));
  const fields = Object.entries(pageFields).flatMap(([name, label]) =>
    changed(label, Reflect.get(before, name), Reflect.get(after, name)),
  );
  const sections = after.sections.flatMap((section) => {
    const earlier = old.get(section._id);
    return earlier ? sectionDifferences(earlier, section) : `${nameOf(section)} added`;
  });
  const removed = before.sections.filter(({ _id }) => !now.has(_id)).map((part) => `${nameOf(part)} deleted`);
  const order = isSame(commonOrder(before, after), commonOrder(after, before))
    ? []
    : ['Other order of sections'];
  return [...fields, ...sections, ...removed, ...order];
}

/** The order, in the first page, of the sections that both have. */
export function commonOrder(first: EditedPage, second: EditedPage): string[] {
  const ids = new Set(second.sections.map(({ _id }) => _id));
  return first.sections.flatMap(({ _id }) => (ids.has(_id) ? _id : []));
}

/** What differs between two versions of a section, in words. */
export function sectionDifferences(before: EditedSection, after: EditedSection): string[] {
  const settings = Object.entries(settingsOf(after.kind)).flatMap(([name, schema]) =>
    changed(formOf(schema)?.label ?? name, before.settings[name], after.settings[name]),
  );
  const isMoved = before.from !== after.from || before.until !== after.until;
  const rest = [
    ...(before.isHidden === after.isHidden ? [] : [after.isHidden ? 'hidden' : 'shown again']),
    ...(isMoved ? [`shown ${period(after)}`] : []),
  ];
  return [...settings, ...rest].map((text) => `${nameOf(before)}: ${text}`);
}

/** The time in which a section is shown, in words. */
export function period({ from, until }: Pick<EditedSection, 'from' | 'until'>): string {
  const words = [from && `from ${shownTime(from)}`, until && `until ${shownTime(until)}`];
  return words.filter(Boolean).join(' ') || 'always';
}

const shownTime = (iso: string) => timeInIndia(iso).replace('T', ' ');

const longest = 60;

function changed(label: string, before: unknown, after: unknown): string[] {
  if (isSame(before, after)) return [];
  const isShort = (value: unknown) => typeof value === 'string' && value.length <= longest;
  if (!isShort(before) || !isShort(after)) return [`${label} changed`];
  if (after === '') return [`${label} “${before}” removed`];
  return [before === '' ? `${label} “${after}”` : `${label} “${after}” instead of “${before}”`];
}
