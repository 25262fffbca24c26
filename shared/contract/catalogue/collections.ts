import { z } from 'zod';
import { line, longText, requiredLine } from '../text-fields.ts';
import { rupeesAmount } from '../wire.ts';
import { productSort } from './catalogue.ts';
import { seoLimits } from './catalogue-admin.ts';

const values = (what: string) =>
  z.array(z.string().trim().min(1).max(200), 'Must be a list').min(1, `Choose ${what}`).max(50, 'At most 50');

/** What a product of a collection has in common with the others. `categories`, `brands` and `types` are ids. */
export const collectionRule = z.discriminatedUnion(
  'field',
  [
    z.object({ field: z.literal('category'), values: values('a category') }),
    z.object({ field: z.literal('brand'), values: values('a brand') }),
    z.object({ field: z.literal('type'), values: values('a product type') }),
    z.object({ field: z.literal('tag'), values: values('a tag') }),
    /** Values of attributes and options, such as `colour:blue`. */
    z.object({
      field: z.literal('attribute'),
      values: values('a value').refine(
        (all) => all.every((value) => /^[^:]+:./.test(value)),
        'Must be a facet and a value, as in colour:blue',
      ),
    }),
    /** The lowest selling price in rupees; null for no limit. */
    z
      .object({ field: z.literal('price'), min: rupeesAmount.nullable(), max: rupeesAmount.nullable() })
      .refine(({ min, max }) => min !== null || max !== null, 'Enter a price'),
    z.object({ field: z.literal('inStock') }),
    z.object({ field: z.literal('onSale') }),
    z.object({
      field: z.literal('new'),
      days: z.int('Enter days').min(1, 'Enter days').max(365, 'At most 365 days'),
    }),
    z.object({ field: z.literal('flag'), flag: z.enum(['isFeatured', 'isTopDeal', 'isTrending']) }),
  ],
  'There is no such rule',
);
export type CollectionRule = z.infer<typeof collectionRule>;

/** Products that follow all rules, or any of them. */
export const collectionRules = z.object({
  match: z.enum(['all', 'any'], 'Choose whether all rules or any must apply'),
  rules: z.array(collectionRule, 'Must be a list').min(1, 'Add a rule').max(20, 'At most 20 rules'),
});
export type CollectionRules = z.infer<typeof collectionRules>;

const maxCollectionProducts = 1000;

/** A collection as shoppers see it. */
export const collection = z.object({
  _id: z.string(),
  name: z.string(),
  slug: z.string(),
  description: z.string(),
  image: z.string().nullable(),
  seoTitle: z.string(),
  seoDescription: z.string(),
});
export type Collection = z.infer<typeof collection>;

const sort = z.union([productSort, z.literal('')], 'Choose an order');

/** A collection in the back office. `rules`: null if its products are chosen; `products`: the chosen ones, in order. */
export const ownedCollection = collection.extend({
  isPublished: z.boolean(),
  rules: collectionRules.nullable(),
  products: z.array(z.string()),
  sort,
  updatedAt: z.string(),
});
export type OwnedCollection = z.infer<typeof ownedCollection>;

/** A collection in the list of all, with the number of its products for sale. */
export const collectionSummary = collection
  .pick({ _id: true, name: true, slug: true, image: true })
  .extend({ isPublished: z.boolean(), hasRules: z.boolean(), count: z.number() });
export type CollectionSummary = z.infer<typeof collectionSummary>;

/** Body of `POST /collections` and `PUT /collections/:id`. */
export const collectionInput = z.object({
  name: requiredLine('The name', 100),
  /** Generated from the name if left empty. */
  slug: line('The address', 100).default(''),
  description: longText('The description', 2000).default(''),
  image: z.string().max(300).nullable().default(null),
  seoTitle: line('SEO title', seoLimits.title).default(''),
  seoDescription: line('SEO description', seoLimits.description).default(''),
  isPublished: z.boolean('Must be true or false').default(true),
  rules: collectionRules.nullable().default(null),
  products: z
    .array(z.uuid('Not a product'), 'Must be a list')
    .max(maxCollectionProducts, `At most ${maxCollectionProducts} products`)
    .default([]),
  sort: sort.default(''),
});
export type CollectionInput = z.infer<typeof collectionInput>;
