import { z } from 'zod';
import { courierProvider } from './couriers.ts';
import { matchingOrders } from './orders.ts';
import { courierText, trackingText } from './shipments.ts';

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

/** The courier whose column set a file has. */
export const courierFormat = z.enum(['shiprocket', 'delhivery', 'india-post'], 'Choose a courier');
export type CourierFormat = z.infer<typeof courierFormat>;

/** What a batch does with each of its orders. */
export const orderBatchAction = z.discriminatedUnion(
  'action',
  [
    z.object({ action: z.literal('confirm') }),
    z.object({ action: z.literal('pack') }),
    z.object({
      action: z.literal('ship'),
      courier: courierText.default(''),
      /** Tracking numbers by the id or the number of their order. */
      trackingNumbers: z
        .record(z.string().max(40), trackingText)
        .refine((numbers) => Object.keys(numbers).length <= 10_000, 'At most 10,000 tracking numbers')
        .default({}),
    }),
    z.object({ action: z.literal('deliver') }),
    /** Books the packed shipment, or packs what is left first. `pickup`: requests the pickup too. */
    z.object({ action: z.literal('book'), provider: courierProvider, pickup: z.boolean().default(false) }),
    z.object({ action: z.literal('courier-file'), format: courierFormat }),
  ],
  { error: 'Invalid action' },
);

/** The most orders of one batch. */
export const maxBatchOrders = 10_000;

/** Body of `POST /order/admin/batch`: orders by id, or all that match. */
export const orderBatchRequest = z.intersection(orderSelection(maxBatchOrders), orderBatchAction);
export type OrderBatchRequest = z.infer<typeof orderBatchRequest>;

/** A tracking number of the request that no selected order got: the order number as given, and why. */
const unmatchedNumber = z.object({ name: z.string(), message: z.string() });
export type UnmatchedNumber = z.infer<typeof unmatchedNumber>;

/** A running or finished batch: its progress, and the orders that it left as they were, with the reason. */
export const orderBatch = z.object({
  _id: z.string(),
  action: z.string(),
  total: z.number(),
  done: z.number(),
  skipped: z.number(),
  finished: z.boolean(),
  /** At most 1000 of them. */
  skips: z.array(z.object({ _id: z.string(), name: z.string(), message: z.string() })),
  unmatched: z.array(unmatchedNumber),
  createdAt: z.string(),
  finishedAt: z.string().nullable(),
});
export type OrderBatch = z.infer<typeof orderBatch>;

/**
 * A view of the orders that an admin has saved: its name, and its filters and sort order as in the address of the list.
 */
export const orderView = z.object({ _id: z.string(), name: z.string(), query: z.string() });
export type OrderView = z.infer<typeof orderView>;

/** Body of `POST /order/admin/views`. */
export const newOrderView = z.object({
  name: z.string('A name is required').trim().min(1, 'A name is required').max(40, 'The name is too long'),
  // E-mail addresses in a search stay readable, so that the erasure of a person finds them.
  query: z
    .string()
    .max(1000)
    .transform((query) => query.replaceAll('%40', '@')),
});
export type NewOrderView = z.infer<typeof newOrderView>;
