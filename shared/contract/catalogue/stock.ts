import { z } from 'zod';
import { line } from '../text-fields.ts';
import { queryInteger } from '../wire.ts';

/** Why an admin adjusts stock. */
export const stockReasons = ['received', 'damaged', 'lost', 'counted', 'returned', 'other'] as const;
export type StockReason = (typeof stockReasons)[number];
const reason = z.enum(stockReasons, `Choose a reason: ${stockReasons.join(', ')}`);

export const movementsPage = 50;
const maxUnits = 1_000_000;
const wrongUnits = 'Enter a whole number from 0 to 10,00,000';
const units = z.number(wrongUnits).int(wrongUnits).min(0, wrongUnits).max(maxUnits, wrongUnits);
const wrongDelta = 'Enter a whole number other than 0';
const note = line('Note', 300).default('');

/**
 * Query of `GET /products/stock`: a variant by its id, by a barcode or SKU, or the first one of a product. If several
 * are given, the first of them counts.
 */
export const stockQuery = z.object({
  variant: z.string().max(200).optional(),
  code: z.string().trim().max(200).optional(),
  product: z.string().max(200).optional(),
  page: queryInteger(1, 1_000_000).default(1),
});
export type StockQuery = z.infer<typeof stockQuery>;

/** A change of stock, with the stock before and after it. `order` is the id of the order that caused it. */
const movement = z.object({
  _id: z.string(),
  createdAt: z.string(),
  delta: z.number(),
  before: z.number(),
  after: z.number(),
  reason: z.string(),
  note: z.string(),
  by: z.string(),
  order: z.string().nullable(),
});
export type StockMovement = z.infer<typeof movement>;

/** A variant with its movements, the newest first, and all variants of its product. */
export const variantStock = z.object({
  product: z.object({ _id: z.string(), name: z.string(), image: z.string().nullable() }),
  variants: z.array(
    z.object({
      _id: z.string(),
      values: z.array(z.string()),
      sku: z.string(),
      barcode: z.string(),
      countInStock: z.number(),
    }),
  ),
  variant: z.string(),
  movements: z.array(movement),
  total: z.number(),
});
export type VariantStock = z.infer<typeof variantStock>;

/** Body of `POST /products/stock`: `delta` units are added, or taken away if it is negative. */
export const stockAdjustment = z
  .object({
    variant: z.string().max(200),
    delta: z
      .number(wrongDelta)
      .int(wrongDelta)
      .min(-maxUnits, wrongDelta)
      .max(maxUnits, wrongDelta)
      .refine((delta) => delta !== 0, wrongDelta),
    reason,
    note,
  })
  .refine((adjustment) => adjustment.reason !== 'other' || adjustment.note !== '', {
    path: ['note'],
    error: 'Say in the note why the stock changes',
  });
export type StockAdjustment = z.infer<typeof stockAdjustment>;

export const maxCountLines = 2000;
/**
 * Body of `POST /products/stock/count`: what was counted, and when. What was sold or received after that moment stays
 * as it is. A preview changes nothing.
 */
export const stockCount = z.object({
  lines: z
    .array(
      z.object({
        variant: z.string().max(200),
        counted: units,
        countedAt: z.iso.datetime({ offset: true, error: 'Enter when it was counted' }),
      }),
    )
    .min(1, 'Enter at least one counted number')
    .max(maxCountLines, `At most ${maxCountLines} lines`),
  note,
  isPreview: z.boolean().default(false),
});
export type StockCount = z.infer<typeof stockCount>;

/**
 * The lines of a count: `expected` is the stock when it was counted, `before` and `after` the stock around the
 * correction. `after` is 0 if more were sold since than were counted. Unknown variants are left out.
 */
export const countedStock = z.object({
  lines: z.array(
    z.object({
      variant: z.string(),
      counted: z.number(),
      expected: z.number(),
      before: z.number(),
      after: z.number(),
    }),
  ),
});
export type CountedLine = z.infer<typeof countedStock>['lines'][number];
