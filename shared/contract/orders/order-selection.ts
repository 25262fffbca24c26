import { z } from 'zod';
import { matchingOrders } from './orders.ts';

const noneSelected = 'Please select at least one order';

/** The orders of a request: at most `max` by id, or all that match. */
export function orderSelection(max: number) {
  const ids = z.array(z.string().max(100)).max(max, `At most ${max} orders`);
  return z
    .object({
      ids: ids.min(1, noneSelected).optional(),
      /** The filters as in the address of the list. */
      matching: z
        .string()
        .max(1000)
        .transform((query) => Object.fromEntries(new URLSearchParams(query)))
        .pipe(matchingOrders)
        .optional(),
      /** Matches that are left out. */
      except: ids.default([]),
    })
    .refine((selection) => selection.ids ?? selection.matching, { message: noneSelected, path: ['ids'] });
}
