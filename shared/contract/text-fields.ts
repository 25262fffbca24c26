import { z } from 'zod';

/**
 * Control characters, line separators, and marks that hide or reorder text (threats T-INJ-08). The joiners U+200C and
 * U+200D stay, because Indian scripts need them.
 */
export const unprintable = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]+/gu;

/** The text in one line, with spaces instead of unprintable characters. */
export const singleLine = (text: string): string =>
  text.replace(unprintable, ' ').replace(/ {2,}/g, ' ').trim();
const severalLines = (text: string) => text.split(/\r?\n/).map(singleLine).join('\n').trim();

/** What an admin searches for, in one line and without unprintable characters. */
export const searchField = z
  .string()
  .overwrite((text) =>
    text
      .replace(/[^\S\ufeff]+/g, ' ')
      .replace(unprintable, '')
      .trim(),
  )
  .max(200)
  .optional();

const textOf = (what: string) =>
  z.string({ error: ({ input }) => `${what} ${input === undefined ? 'is required' : 'must be a text'}` });

/** A single line, with spaces instead of unprintable characters. It may be empty. */
export const line = (what: string, max: number) =>
  textOf(what).overwrite(singleLine).max(max, `${what} is too long`);

/** A single line that must not be empty. */
export const requiredLine = (what: string, max: number) => line(what, max).min(1, `${what} is required`);

/** A postal address, whose lines are joined by commas. It may be empty. */
export const addressLine = (what: string, max: number) =>
  textOf(what)
    .overwrite((text) =>
      text
        .split(/[\r\n]/)
        .map((part) => singleLine(part).replace(/,$/, ''))
        .filter(Boolean)
        .join(', '),
    )
    .max(max, `${what} is too long`);

/** A text with line breaks. It may be empty. */
export const longText = (what: string, max: number) =>
  textOf(what).overwrite(severalLines).max(max, `${what} is too long`);

/** A text with line breaks that must not be empty. */
export const requiredText = (what: string, max: number) => longText(what, max).min(1, `${what} is required`);
