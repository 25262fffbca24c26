import { wrongField } from './api-error.ts';
import type { Page } from './queries.ts';

/** `from`, `to` (Unix seconds), `count` (10, at most 100) and `skip` of a list. */
export function readPage(query: Record<string, unknown>): Page {
  const count = wholeNumber(query, 'count') ?? 10;
  if (count > 100) throw wrongField('count', 'The count may not be greater than 100.');
  if (count < 1) throw wrongField('count', 'The count must be at least 1.');
  return {
    from: wholeNumber(query, 'from'),
    to: wholeNumber(query, 'to'),
    count,
    skip: wholeNumber(query, 'skip') ?? 0,
  };
}

function wholeNumber(query: Record<string, unknown>, name: string): number | undefined {
  const value = query[name];
  if (value === undefined) return undefined;
  if (typeof value !== 'string' || !/^\d{1,12}$/.test(value)) {
    throw wrongField(name, `The ${name} must be an integer.`);
  }
  return Number(value);
}
