import { z } from 'zod';

/** A value of a facet with the number of products that a listing with it would show. */
const facetValue = z.object({
  /** As the parameter has it: `filter=<facet>:<value>`; of a brand or category its slug. */
  value: z.string(),
  label: z.string(),
  count: z.number(),
  /** Whether there may be more products, since not all were counted. */
  isAtLeast: z.boolean(),
});

/** What a listing can be filtered by, with its values: chosen ones, and the most frequent of the others. */
export const facet = z.object({ name: z.string(), label: z.string(), values: z.array(facetValue) });
export type Facet = z.infer<typeof facet>;
