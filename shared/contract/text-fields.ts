import { z } from 'zod';

/** Control characters, line separators and direction marks. */
export const unprintable = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu;

const textOf = (what: string) =>
  z.string({ error: ({ input }) => `${what} ${input === undefined ? 'is required' : 'must be a text'}` });

/** A single line, with spaces instead of unprintable characters. It may be empty. */
export const line = (what: string, max: number) =>
  textOf(what)
    .transform((text) => text.replace(unprintable, ' ').replace(/ {2,}/g, ' ').trim())
    .pipe(z.string().max(max, `${what} is too long`));

/** A single line that must not be empty. */
export const requiredLine = (what: string, max: number) =>
  line(what, max).pipe(z.string().min(1, `${what} is required`));

/** A text with line breaks. It may be empty. */
export const longText = (what: string, max: number) => textOf(what).trim().max(max, `${what} is too long`);

/** A text with line breaks that must not be empty. */
export const requiredText = (what: string, max: number) => longText(what, max).min(1, `${what} is required`);
