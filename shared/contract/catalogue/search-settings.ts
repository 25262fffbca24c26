import { z } from 'zod';

const maxSets = 300;

/** The sets of words that mean the same. */
export const synonymSets = z.object({
  synonyms: z
    .array(
      z
        .array(z.string().trim().min(1).max(40))
        .min(2, 'Enter at least two words in each line')
        .max(12, 'Enter at most 12 words in each line'),
    )
    .max(maxSets, `Enter at most ${maxSets} lines`),
});

/** The synonyms of the search, and what shoppers searched for without a result, the most frequent first. */
export const searchSettings = synonymSets.extend({
  missed: z.array(z.object({ query: z.string(), count: z.number(), lastAt: z.string() })),
});
export type SearchSettings = z.infer<typeof searchSettings>;
