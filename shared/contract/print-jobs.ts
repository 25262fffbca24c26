import { z } from 'zod';
import { matchingOrders } from './orders.ts';

/** The documents of a print job. `labels` are pages of 4 × 6 inches, `label_sheets` A4 pages with four labels each. */
export const printKind = z.enum(['packing_slips', 'invoices', 'labels', 'label_sheets', 'pick_list']);
export type PrintKind = z.infer<typeof printKind>;

/** The most orders of one print job. */
export const maxPrintedOrders = 1000;

const idList = z.array(z.string().max(100)).max(maxPrintedOrders, `At most ${maxPrintedOrders} orders`);
const noneSelected = 'Please select at least one order';

/**
 * Body of `POST /order/admin/print-jobs`: orders by id, or all that match.
 */
export const printRequest = z
  .object({
    kind: printKind,
    ids: idList.min(1, noneSelected).optional(),
    /** The filters as in the address of the list. */
    matching: z
      .string()
      .max(1000)
      .transform((query) => Object.fromEntries(new URLSearchParams(query)))
      .pipe(matchingOrders)
      .optional(),
    /** Matches that are left out. */
    except: idList.default([]),
  })
  .refine(({ ids, matching }) => ids ?? matching, { message: noneSelected, path: ['ids'] });
export type PrintRequest = z.infer<typeof printRequest>;

/**
 * A running or finished print job. Its file has `pages` pages; there is none while it runs, and none if every order was
 * skipped. `failed`: it was begun several times and never finished.
 */
export const printJob = z.object({
  _id: z.string(),
  kind: printKind,
  total: z.number(),
  done: z.number(),
  pages: z.number(),
  skipped: z.array(z.object({ _id: z.string(), order_number: z.string(), reason: z.string() })),
  finished: z.boolean(),
  failed: z.boolean(),
  createdAt: z.string(),
  finishedAt: z.string().nullable(),
  /** When the job and its file are deleted. */
  expiresAt: z.string(),
});
export type PrintJob = z.infer<typeof printJob>;
