import { z } from 'zod';
import { productQuery } from './catalogue.ts';
import { choice, discount, fromJson, gstRate, hsn, productChange } from './catalogue-admin.ts';

const fields = productChange.shape;
const wrongChange = 'Enter a number';
/**
 * Sets fields of products and of all of their variants. A price changes by a percentage, by an amount, or to an amount;
 * the list price alone keeps the discount. Tags are added and removed.
 */
const batchEdit = z
  .object({
    action: z.literal('edit'),
    brand: fields.brand,
    isFeatured: fields.isFeatured,
    isTopDeal: fields.isTopDeal,
    isTrending: fields.isTrending,
    addTags: fields.tags,
    removeTags: fields.tags,
    attributes: fields.attributes,
    cost: fields.cost,
    weightGrams: fields.weightGrams,
    netQuantity: fields.netQuantity,
    price: z
      .object({
        of: z.enum(['price', 'finalPrice'], 'Must be price or finalPrice'),
        by: z.enum(['percent', 'amount', 'to'], 'Must be percent, amount or to'),
        value: z.number(wrongChange).min(-10_000_000, wrongChange).max(10_000_000, wrongChange),
      })
      .refine(({ by, value }) => by !== 'to' || value >= 0, {
        path: ['value'],
        error: 'Enter a price, 0 or more',
      })
      .refine(({ by, value }) => by !== 'percent' || (value >= -100 && value <= 1000), {
        path: ['value'],
        error: 'Enter a percentage from -100 to 1000',
      })
      .optional(),
  })
  .refine(({ action: _, ...changes }) => Object.values(changes).some((value) => value !== undefined), {
    path: ['action'],
    error: 'Choose what to change',
  });
export type BatchEdit = z.infer<typeof batchEdit>;

/** The change that a batch makes to many products. */
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
    /** HSN code and GST rate; null leaves what each product has. */
    z
      .object({ action: z.literal('gst'), hsn: hsn.default(null), gstRate: gstRate.default(null) })
      .refine((change) => change.hsn !== null || change.gstRate !== null, {
        path: ['hsn'],
        error: 'Enter an HSN code or a GST rate',
      }),
    batchEdit,
    z.object({ action: z.literal('delete') }),
  ],
  { error: 'Invalid action' },
);
export type BatchAction = z.infer<typeof batchAction>;

/** The filters of a product list. */
export const matchingQuery = productQuery.omit({ page: true, limit: true, sort: true });
/** All matches of the filters, without `except`. */
const matching = matchingQuery.extend({ except: z.array(z.string().max(200)).max(1000).optional() });

const noneSelected = 'Please select at least one product';
/** Body of `POST /products/batch`: products by id, or all that match. */
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
 * A running or finished batch: the progress, and what failed with the reason. `undoable`: `POST
 * /products/batch/{id}/undo` restores each product; for all but categories and deletion, once, within a day.
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

/** Reply of `POST /products/batch/preview`: what an edit would do to the first products, at most ten. */
export const batchPreview = z.object({
  total: z.number(),
  changes: z.array(z.object({ name: z.string(), field: z.string(), from: z.string(), to: z.string() })),
});
export type BatchPreview = z.infer<typeof batchPreview>;

const rowNote = z.object({ line: z.number(), name: z.string(), message: z.string() });
const missing = z.array(z.string());

/** One field of a product, or of one of its combinations, before and after an import; empty where there is no value. */
const importChange = z.object({
  field: z.string(),
  /** The values of the combination; empty for the product itself. */
  variant: z.string(),
  from: z.string(),
  to: z.string(),
});
export type ImportChange = z.infer<typeof importChange>;

/**
 * The text fields of the form that carries a file to `POST /products/import` and `/plan`, before the file itself.
 */
export const importFields = z.object({
  /** The id of a ZIP with pictures. */
  archive: z
    .string()
    .max(200)
    .optional()
    .transform((id) => id || undefined),
  /** The value in rupees of one unit of the currency of a Shopify or WooCommerce file; 1 if its prices are in rupees. */
  rupeesPerUnit: z.coerce
    .number('Enter how many rupees one unit is worth')
    .positive('Enter how many rupees one unit is worth')
    .max(100_000, 'Enter how many rupees one unit is worth')
    .default(1),
  /** Whether the prices of a Shopify or WooCommerce file contain GST; else the rate of each product is added. */
  pricesIncludeGst: z
    .enum(['true', 'false'], 'Must be true or false')
    .default('true')
    .transform((text) => text === 'true'),
  /** New products become drafts, or get the status that the file says. */
  newProducts: z.enum(['draft', 'file'], 'Must be draft or file').default('draft'),
  /** JSON: which product a row is, by its line: the id of one that the plan asked about, or `new`. */
  answers: z.preprocess(
    fromJson,
    z.record(z.string(), z.string().max(200), 'Must be answers by line').default({}),
  ),
  /** JSON: the ids of combinations that the file does not name and that are removed; the others stay. */
  remove: z.preprocess(fromJson, z.array(z.string().max(200), 'Must be a list').max(100_000).default([])),
});
export type ImportFields = z.infer<typeof importFields>;

/** Reply of `POST /products/import/plan`. */
export const importPlan = z.object({
  format: z.enum(['haat', 'shopify', 'woocommerce']),
  encoding: z.enum(['UTF-8', 'UTF-16', 'Windows-1252']),
  separator: z.string(),
  /** Columns that have values and are not imported. */
  unread: z.array(z.string()),
  products: z.array(
    z.object({
      line: z.number(),
      name: z.string(),
      slug: z.string(),
      /** `ask`: left out until `answers` or `remove` of the request have the answer. */
      what: z.enum(['new', 'change', 'same', 'ask']),
      /** A summary of a new product in one line, or what is asked. */
      summary: z.string(),
      /** Products one of which this may be, also if that is answered; empty if it is certain. */
      question: z.array(
        z.object({
          _id: z.string(),
          name: z.string(),
          slug: z.string(),
          sku: z.string(),
          image: z.string().nullable(),
        }),
      ),
      /** Combinations of the product that the file does not name. */
      unnamed: z.array(z.object({ _id: z.string(), name: z.string(), stock: z.number() })),
      changes: z.array(importChange),
      /** How many of its pictures are fetched from their addresses. They alone make no change. */
      toFetch: z.number(),
      notes: z.array(z.object({ line: z.number(), message: z.string() })),
      /** What it will still lack. */
      missing,
    }),
  ),
  bad: z.array(rowNote),
  /** How the pictures that the file names fit those of the ZIP; `toFetch` are fetched from their addresses. */
  pictures: z.object({
    found: z.number(),
    toFetch: z.number(),
    missing: z.array(z.object({ line: z.number(), name: z.string(), picture: z.string() })),
    missingCount: z.number(),
    unused: z.array(z.string()),
    unusedCount: z.number(),
  }),
  /** The date of the last import of the same file. */
  importedAt: z.string().nullable(),
});
export type ImportPlan = z.infer<typeof importPlan>;

/** Reply of `POST /products/import/pictures`: a stored ZIP. `left` lists ignored entries, `leftOut` is their number. */
export const importArchive = z.object({
  _id: z.string(),
  fileName: z.string(),
  pictures: z.number(),
  left: z.array(z.string()),
  leftOut: z.number(),
});
export type ImportArchive = z.infer<typeof importArchive>;

/**
 * A running or finished import. Of `total` products `written` were created or changed; `failed` products and rows could
 * not be imported. `notes` are differences between the file and the written products, `missing` the fields that they
 * lack, and `retryable` the number of products whose pictures can be fetched again. Lists have at most 1000 entries;
 * the report has all.
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
  missing: z.array(z.object({ line: z.number(), name: z.string(), slug: z.string(), missing })),
  missingCount: z.number(),
  retryable: z.number(),
  createdAt: z.string(),
  finishedAt: z.string().nullable(),
});
export type ImportJob = z.infer<typeof importJob>;
