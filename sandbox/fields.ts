import { z } from 'zod';
import { refused, wrongField } from './api-error.ts';

/** Reads a body or query. Throws 400 for the first wrong field, and for fields that the provider does not have. */
export function readFields<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const { data, error } = schema.safeParse(input ?? {});
  if (!error) return data;
  const extra = error.issues.find((issue) => issue.code === 'unrecognized_keys')?.keys.join(', ');
  if (extra)
    throw wrongField(extra, `${extra} is/are not required and should not be sent`, 'extra_field_sent');
  const [{ path, message } = { path: [], message: '' }] = error.issues;
  if (path.length === 0) throw refused('The request body is not an object.');
  throw wrongField(path.join('.'), message);
}

/** Paise. */
export const amountField = z
  .int({
    error: ({ input }) =>
      input == null ? 'The amount field is required.' : 'The amount must be an integer.',
  })
  .min(100, 'The amount must be at least INR 1.00');

export const currencyField = z.literal('INR', {
  error: ({ input }) => (input ? 'The selected currency is invalid.' : 'The currency field is required.'),
});

export const receiptField = z
  .string('The receipt must be a string.')
  .max(40, 'The receipt may not be greater than 40 characters.')
  .nullish()
  .transform((receipt) => receipt || null);

/** As JSON. */
export const notesField = z
  .union([z.tuple([]), z.record(z.string(), z.coerce.string())], 'The notes must be an array.')
  .nullish()
  .transform((notes) => Object.fromEntries(Object.entries<string>(notes ?? {})))
  .superRefine((notes, context) => {
    if (Object.keys(notes).length > 15)
      context.addIssue('Number of fields in notes should be less than or equal to 15');
    for (const [name, text] of Object.entries(notes)) {
      if (text.length > 256) context.addIssue(`The notes.${name} may not be greater than 256 characters.`);
    }
  })
  .transform((notes) => JSON.stringify(notes));

export const notesBody = z.strictObject({ notes: notesField });

const wholeNumber = (name: string) =>
  z
    .string(`The ${name} must be an integer.`)
    .regex(/^\d{1,12}$/, `The ${name} must be an integer.`)
    .transform(Number);

/** The query of a list. */
export const pageQuery = z.object({
  from: wholeNumber('from').optional(),
  to: wholeNumber('to').optional(),
  count: wholeNumber('count')
    .pipe(
      z.number().min(1, 'The count must be at least 1.').max(100, 'The count may not be greater than 100.'),
    )
    .default(10),
  skip: wholeNumber('skip').optional(),
});
