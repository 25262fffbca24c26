import { z } from 'zod';
import { productQuery } from './catalogue.ts';
import { choice, discount } from './catalogue-admin.ts';

/** What one job does to many products. */
export const batchAction = z.discriminatedUnion(
  'action',
  [
    z.object({
      action: z.literal('category'),
      category: z.string('Please select a category').trim().min(1, 'Please select a category').max(200),
      subcategory: choice.optional(),
    }),
    z.object({ action: z.literal('discount'), discount }),
    z.object({
      action: z.literal('status'),
      status: z.enum(['active', 'draft', 'featured', 'archived'], 'Please select a status'),
    }),
    z.object({ action: z.literal('delete') }),
  ],
  { error: 'Invalid action' },
);
export type BatchAction = z.infer<typeof batchAction>;

/** The filters of a list, for all of its matches. */
export const matchingQuery = productQuery.omit({ page: true, limit: true, sort: true });
/** `except` leaves some of them out. */
const matching = matchingQuery.extend({ except: z.array(z.string().max(200)).max(1000).optional() });

const noneSelected = 'Please select at least one product';
/** Body of `POST /products/batch`: the products by id, or all that match. */
export const batchRequest = z.intersection(
  z
    .object({
      ids: z.array(z.string().max(200), noneSelected).min(1, noneSelected).max(10_000).optional(),
      matching: matching.optional(),
    })
    .refine(({ ids, matching: all }) => ids ?? all, { message: noneSelected, path: ['ids'] }),
  batchAction,
);
export type BatchRequest = z.infer<typeof batchRequest>;

/**
 * A batch under way or done: the progress and what failed, with the reason. `undoable`: `POST /products/batch/{id}/undo`
 * gives each product back what it had; for a discount or a status, once, within a day.
 */
export const batch = z.object({
  _id: z.string(),
  action: z.string(),
  total: z.number(),
  done: z.number(),
  failed: z.number(),
  finished: z.boolean(),
  undoable: z.boolean(),
  failures: z.array(z.object({ _id: z.string(), name: z.string(), message: z.string() })),
  createdAt: z.string(),
  finishedAt: z.string().nullable(),
});
export type Batch = z.infer<typeof batch>;

const rowNote = z.object({ line: z.number(), name: z.string(), message: z.string() });

/** Answer of `POST /products/import/plan`: what a file would do. */
export const importPlan = z.object({
  format: z.enum(['haat', 'shopify', 'woocommerce']),
  products: z.array(
    z.object({
      line: z.number(),
      name: z.string(),
      what: z.enum(['new', 'change', 'same']),
      /** The names of what would change. */
      changes: z.array(z.string()),
      notes: z.array(z.string()),
    }),
  ),
  bad: z.array(rowNote),
  /** How the pictures that the file names fit those of the ZIP: addresses on the net are in neither list. */
  pictures: z.object({
    found: z.number(),
    missing: z.array(z.object({ line: z.number(), name: z.string(), picture: z.string() })),
    missingCount: z.number(),
    unused: z.array(z.string()),
    unusedCount: z.number(),
  }),
  /** When this very file was imported last, if it was. */
  importedAt: z.string().nullable(),
});
export type ImportPlan = z.infer<typeof importPlan>;

/** Answer of `POST /products/import/pictures`: a ZIP that waits for its file. `left` names what it can't use. */
export const importArchive = z.object({
  _id: z.string(),
  fileName: z.string(),
  pictures: z.number(),
  left: z.array(z.string()),
  leftOut: z.number(),
});
export type ImportArchive = z.infer<typeof importArchive>;

/**
 * An import under way or done. Of `total` products `written` were made or changed; `failed` products and rows could
 * not be imported, the first 1000 with their reason. `notes` tell what was left out of products that were written.
 */
export const importJob = z.object({
  _id: z.string(),
  fileName: z.string(),
  total: z.number(),
  done: z.number(),
  written: z.number(),
  failed: z.number(),
  finished: z.boolean(),
  failures: z.array(rowNote),
  notes: z.array(rowNote),
  createdAt: z.string(),
  finishedAt: z.string().nullable(),
});
export type ImportJob = z.infer<typeof importJob>;
