import { z } from 'zod';

/** The sheets of labels that are printed: the number on A4, or a roll of a thermal printer. */
export const labelSheets = ['a4-24', 'a4-65', 'thermal-50x25'] as const;
export type LabelSheet = (typeof labelSheets)[number];

export const maxLabels = 2000;
const wrongCopies = `Enter how many labels, from 1 to ${maxLabels}`;

/** Body of `POST /products/labels`: variants with their numbers of labels, and how many are used up on the first sheet. */
export const labelRequest = z.object({
  sheet: z.enum(labelSheets, 'Choose a sheet'),
  used: z
    .int('Enter a whole number')
    .min(0, 'Enter a whole number, 0 or more')
    .max(64, 'At most 64')
    .default(0),
  lines: z
    .array(
      z.object({
        variant: z.string().max(200),
        copies: z.int(wrongCopies).min(1, wrongCopies).max(maxLabels, wrongCopies),
      }),
    )
    .min(1, 'Choose at least one variant')
    .max(maxLabels, `At most ${maxLabels} variants`)
    .refine(
      (lines) => lines.reduce((sum, { copies }) => sum + copies, 0) <= maxLabels,
      `At most ${maxLabels} labels at once`,
    ),
});
export type LabelRequest = z.infer<typeof labelRequest>;
