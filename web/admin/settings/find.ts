import type { Permission } from '../../../shared/permissions.ts';
import { groupsFor, type SettingsPage } from './pages.ts';

/** A page of Settings, or a field of it with the card or section that it is in. */
export type FoundSetting = { to: string; page: string; group: string; field?: string; section?: string };

type SourceLabel = { label: string; section?: string };

/** The labels in the source of each form (scripts/settings-labels.ts). */
const sources = import.meta.glob<SourceLabel[]>(
  [
    '../{admins,attributes,backups,couriers,delivery,feeds,redirects,roles,search,site-info,size-guides}/*.tsx',
    '../move/*.tsx',
    '../setup/opening-page.tsx',
    './*.tsx',
  ],
  { query: '?labels', import: 'default', eager: true },
);

/** Other words that owners use for a field. */
const fieldWords: Record<string, string> = {
  'Client name': 'shop name store name business name',
  'Company image': 'logo brand picture photo',
  'Map embed URL': 'google maps location',
  GSTIN: 'gst number tax registration',
  'Invoice prefix': 'bill number series',
  'Legal name': 'company proprietor firm',
  'Key id': 'razorpay api key upi',
  'Mail server': 'smtp host',
  Encryption: 'ssl tls',
  'Auth key': 'msg91 sms',
  'Account SID': 'twilio sms',
  'Template ID': 'dlt sms',
  'Public address': 'domain name website url',
  'Returns within (days)': 'return window policy exchange',
  'Smallest order (₹)': 'minimum order value',
  'Largest order (₹)': 'maximum order value',
  'Paid in advance': 'deposit partial cod',
  'Fee (₹)': 'cod charge',
  'Remind after (hours)': 'abandoned cart',
  'Everyone in the back office needs a second factor': 'two-factor 2fa otp',
  'Delivery charge': 'shipping cost free shipping postage',
  'Words that mean the same': 'synonyms',
};

type Entry = FoundSetting & { own: string[]; context: string[] };

const wordsIn = (text: string) =>
  text
    .toLowerCase()
    .split(/[^\p{Letter}\p{Number}]+/u)
    .filter(Boolean);

/** The page of a source: the one whose path begins as the file's does, and is the longest. */
function pageOf(file: string, pages: SettingsPage[]): string | undefined {
  const path = `/admin/${file.replace('../', '').replace('./', 'settings/')}`;
  return pages
    .map(({ to }) => to)
    .filter((to) => path.startsWith(to) && /^[./-]/.test(path.slice(to.length)))
    .toSorted((a, b) => b.length - a.length)[0];
}

function entriesFor(may: (needed: Permission) => boolean): Entry[] {
  const groups = groupsFor(may);
  const pages = groups.flatMap((group) => group.pages);
  const files = Object.entries(sources).map(([file, labels]) => ({ page: pageOf(file, pages), labels }));
  return groups.flatMap((group) =>
    group.pages.flatMap(({ to, label, about, words = '' }) => {
      const page = { to, page: label, group: group.label };
      const context = wordsIn(`${label} ${group.label} ${words}`);
      const fields = files.filter((file) => file.page === to).flatMap(({ labels }) => labels);
      return [
        { ...page, own: wordsIn(`${label} ${about} ${words}`), context },
        ...fields.map(({ label: field, section }) => ({
          ...page,
          field,
          section,
          to: addressOf(to, field, section),
          own: wordsIn([field, section, fieldWords[field]].join(' ')),
          context,
        })),
      ];
    }),
  );
}

/** The address by which a page shows a field (see useShownField). */
const addressOf = (page: string, field: string, section: string | undefined) =>
  `${page}#${new URLSearchParams(section ? { field, in: section } : { field })}`;

/**
 * The settings that a role may see whose labels, or other words for them, begin with the words of a text; the best
 * first.
 */
export function findSettings(text: string, may: (needed: Permission) => boolean): FoundSetting[] {
  const typed = wordsIn(text);
  if (typed.length === 0) return [];
  return entriesFor(may)
    .map((entry) => ({ entry, rank: rankOf(entry, typed) }))
    .filter(({ rank }) => rank < Number.POSITIVE_INFINITY)
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ entry: { own: _, context: __, ...found } }) => found);
}

/** The lower, the better. All words must be found, and one of them in what is the entry's own. */
function rankOf({ own, context, field, page }: Entry, typed: string[]): number {
  const has = (words: string[]) => (word: string) => words.some((known) => known.startsWith(word));
  const isFound = typed.every(has([...own, ...context])) && typed.some(has(own));
  if (!isFound) return Number.POSITIVE_INFINITY;
  const name = wordsIn(field ?? page);
  if (name.join(' ').startsWith(typed.join(' '))) return field ? 1 : 0;
  if (typed.every(has(name))) return field ? 3 : 2;
  if (field && typed.every(has(wordsIn(fieldWords[field] ?? '')))) return 4;
  return field ? 6 : 5;
}
