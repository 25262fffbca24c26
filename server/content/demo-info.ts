import type { SiteContent } from '../../shared/contract/content.ts';
import { type Settings, settings } from '../../shared/contract/site-info.ts';
import { bareContent } from './seed.ts';

type Info = SiteContent & Settings;
type Fields = Record<string, unknown>;

const bare: Info = { ...bareContent, ...settings.parse({}) };
/** Their entries are compared one by one; any other field is demo content or the owner's as a whole. */
const lists = new Set(['claims', 'socialLinks', 'businessHours']);

/** The names of the fields that still have the value of the demo seed. */
export function demoFields(now: Info, demo: unknown): string[] {
  const after: Fields = withoutDemo(now, demo);
  return Object.keys(after).filter((name) => !same(after[name], (now as Fields)[name]));
}

/** The same information with its demo fields reset to those of a new shop. */
export function withoutDemo(now: Info, demo: unknown): Info {
  if (!isFields(demo)) return now;
  const next = replaced(now, demo, bare, lists) as Info;
  // The state belongs to the GSTIN.
  return next.gstin ? { ...next, state: now.state } : next;
}

function replaced(now: Fields, demo: Fields, empty: Fields, deeper: Set<string>): Fields {
  return Object.fromEntries(
    Object.entries(now).map(([name, value]) => {
      const [was, none] = [demo[name], empty[name]];
      if (same(value, was)) return [name, none];
      const inside = deeper.has(name) && isFields(value) && isFields(was) && isFields(none);
      return [name, inside ? replaced(value, was, none, new Set()) : value];
    }),
  );
}

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const same = (one: unknown, other: unknown) => sorted(one) === sorted(other);

/** JSON with sorted keys, because the database stores them in its own order. */
const sorted = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    isFields(part) ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1))) : part,
  );
