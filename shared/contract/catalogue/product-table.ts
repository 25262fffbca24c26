import { z } from 'zod';
import { productQuery, productStatus } from './catalogue.ts';
import { productChange } from './catalogue-admin.ts';

/** How many products the spreadsheet shows at most, and how many of them are read and saved by one call. */
export const maxTableProducts = 25_000;
export const tablePage = 500;
export const maxTableChanges = 50;

/** A variant as the spreadsheet shows it. Prices in rupees; `finalPrice` is that outside a scheduled sale. */
const tableVariant = z.object({
  _id: z.string(),
  values: z.array(z.string()),
  sku: z.string(),
  price: z.number(),
  finalPrice: z.number(),
  countInStock: z.number(),
  netQuantity: z.string().nullable(),
  weightGrams: z.number().nullable(),
  barcode: z.string(),
  cost: z.number().nullable(),
});
export type TableVariant = z.infer<typeof tableVariant>;

/** A product as the spreadsheet shows it: groups by id, values of attributes by the id of the attribute. */
export const tableProduct = z.object({
  _id: z.string(),
  name: z.string(),
  status: productStatus,
  isFeatured: z.boolean(),
  isTopDeal: z.boolean(),
  isTrending: z.boolean(),
  isGiftCard: z.boolean(),
  hsn: z.string().nullable(),
  gstRate: z.number().nullable(),
  tags: z.array(z.string()),
  category: z.string().nullable(),
  subcategory: z.string().nullable(),
  brand: z.string().nullable(),
  attributes: z.record(z.string(), z.array(z.string())),
  seoTitle: z.string(),
  seoDescription: z.string(),
  variants: z.array(tableVariant),
});
export type TableProduct = z.infer<typeof tableProduct>;

/** Query of `GET /products/table`: the filters and the order of a product list. */
export const tableQuery = productQuery.omit({ page: true, limit: true });

/** The ids of the products of the spreadsheet in their order, at most `maxTableProducts` of `total`. */
export const tableIds = z.object({ ids: z.array(z.string()), total: z.number() });

export const tableRowsRequest = z.object({
  ids: z.array(z.string().max(200)).min(1, 'Must not be empty').max(tablePage, `At most ${tablePage}`),
});
export const tableRows = z.object({ products: z.array(tableProduct) });

const fields = productChange.shape;
const variantChange = z.object({
  _id: z.string().max(200),
  change: z
    .object({
      sku: fields.sku,
      price: fields.price,
      finalPrice: fields.finalPrice,
      countInStock: fields.countInStock,
      countInStockBefore: fields.countInStockBefore,
      netQuantity: fields.netQuantity,
      weightGrams: fields.weightGrams,
      barcode: fields.barcode,
      cost: fields.cost,
    })
    .partial(),
  before: tableVariant.omit({ _id: true, countInStock: true }).partial().default({}),
});

/**
 * Changes of one product, which are saved together or not at all. `before` has the values that the client read of the
 * fields that it changes: if one of them is another one now, nothing is saved. Stock changes by the difference to
 * `countInStockBefore` instead.
 */
export const rowChange = z.object({
  _id: z.string().max(200),
  change: z
    .object({
      name: fields.name,
      status: fields.status,
      isFeatured: fields.isFeatured,
      isTopDeal: fields.isTopDeal,
      isTrending: fields.isTrending,
      hsn: fields.hsn,
      gstRate: fields.gstRate,
      tags: fields.tags,
      category: fields.category,
      subcategory: fields.subcategory,
      brand: fields.brand,
      attributes: fields.attributes,
      seoTitle: fields.seoTitle,
      seoDescription: fields.seoDescription,
    })
    .partial()
    .default({}),
  before: tableProduct.omit({ _id: true, variants: true }).partial().default({}),
  variants: z.array(variantChange).max(1000).default([]),
});
export type RowChange = z.infer<typeof rowChange>;

export const tableSave = z.object({
  products: z
    .array(rowChange)
    .min(1, 'Must not be empty')
    .max(maxTableChanges, `At most ${maxTableChanges} products`),
});

/**
 * What happened to each product: `product` is what is stored now, null if it was deleted. An error names the variant,
 * null for the product itself, and the field, which is empty if the message concerns the whole product.
 */
export const tableSaved = z.object({
  results: z.array(
    z.object({
      _id: z.string(),
      isSaved: z.boolean(),
      product: tableProduct.nullable(),
      errors: z.array(z.object({ variant: z.string().nullable(), field: z.string(), message: z.string() })),
    }),
  ),
});
export type RowResult = z.infer<typeof tableSaved>['results'][number];
