import type { z } from 'zod';
import { siteContent } from '../../shared/contract/content.ts';
import { settings } from '../../shared/contract/site-info.ts';
import { bareContent } from './seed.ts';

const info = siteContent.extend(settings.shape);
type Info = z.infer<typeof info>;
type Fields = Record<string, unknown>;

const newShop: Info = { ...bareContent, ...settings.parse({}) };
/** The entries of these fields are compared one by one; any other field is compared as a whole. */
const groups = new Set(['claims', 'socialLinks', 'businessHours']);

/** The names of the fields that still have the value of the demo seed. */
export function demoFields(current: Info, demo: unknown): string[] {
  const before: Fields = current;
  const after: Fields = withoutDemo(current, demo);
  return Object.keys(after).filter((name) => !same(after[name], before[name]));
}

/** The same information with its demo fields reset to those of a new shop. */
export function withoutDemo(now: Info, demo: unknown): Info {
  if (!isFields(demo)) return now;
  const next = info.parse(replaceDemo(now, demo, newShop, groups));
  // The state belongs to the GSTIN.
  return next.gstin ? { ...next, state: now.state } : next;
}

function replaceDemo(now: Fields, demo: Fields, empty: Fields, deeper: Set<string>): Fields {
  return Object.fromEntries(
    Object.entries(now).map(([name, value]) => {
      const [was, none] = [demo[name], empty[name]];
      if (same(value, was)) return [name, none];
      const inside = deeper.has(name) && isFields(value) && isFields(was) && isFields(none);
      return [name, inside ? replaceDemo(value, was, none, new Set()) : value];
    }),
  );
}

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const same = (a: unknown, b: unknown) => sorted(a) === sorted(b);

/** JSON with sorted keys, because the database stores them in its own order. */
const sorted = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    isFields(part) ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1))) : part,
  );
