import { z } from 'zod';
import { orderSelection } from './order-batches.ts';

/**
 * The documents of a print job. `labels` are pages of 4 × 6 inches, `label_sheets` A4 pages with four labels each,
 * `courier_labels` what couriers have made for booked shipments.
 */
export const printKind = z.enum([
  'packing_slips',
  'invoices',
  'labels',
  'label_sheets',
  'courier_labels',
  'pick_list',
]);
export type PrintKind = z.infer<typeof printKind>;

/** The most orders of one print job. */
export const maxPrintedOrders = 1000;

/**
 * Body of `POST /order/admin/print-jobs`: orders by id, all that match, or those that a batch of this admin has
 * changed.
 */
export const printRequest = z.union([
  z.object({ kind: printKind, batch: z.uuid() }),
  z.intersection(z.object({ kind: printKind }), orderSelection(maxPrintedOrders)),
]);
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
