import { z } from 'zod';
import { readIndianState } from '../../contact/indian-states.ts';
import { hsnPattern, readIdentifier } from '../../identifiers.ts';
import { type Declaration, declarationFields, declarationNames } from '../../products/declarations.ts';
import { netQuantityText, readNetQuantity } from '../../products/net-quantity.ts';
import { parseRupees } from '../../read-amount.ts';
import { compactText, plainText } from '../../text/plain-text.ts';
import { line, longText, requiredLine, unprintable } from '../text-fields.ts';
import { queryInteger } from '../wire.ts';
import { attributeValues } from './attributes.ts';
import { productStatus } from './catalogue.ts';

const description = z
  .string('Must be a text')
  .max(20_000, 'At most 20,000 characters')
  .transform((text) => text.replaceAll('\0', '').trim());

const slug = z.string('Must be a text').max(200, 'The address is too long');

const plainNumber = (text: string) => (/^-?\d{1,12}(\.\d{1,6})?$/.test(text) ? Number(text) : undefined);
/** A number, or a text from a form that `read` can parse. */
const numeric = (message: string, read: (text: string) => number | undefined = plainNumber) =>
  z
    .union([z.number(), z.string().overwrite(plainText).max(40)], message)
    .transform((given) => (typeof given === 'number' ? given : (read(given) ?? Number.NaN)));
const decimals = (max: number) => (value: number) =>
  Math.abs(value * 10 ** max - Math.round(value * 10 ** max)) < 1e-6;

const amount = (message: string) =>
  numeric(message, parseRupees).pipe(
    z.number(message).min(0, message).max(10_000_000, message).refine(decimals(2), message),
  );
const price = amount('Valid price is required');
const sellingPrice = amount('Valid selling price is required');
const units = (message: string) =>
  numeric(message).pipe(z.number(message).int(message).min(0, message).max(1_000_000, message));
const stock = units('Stock must be a non-negative integer');
const wrongThreshold = 'Enter a whole number, 0 or more';
/** A field that null or '' clears. */
const orNull = <Field extends z.ZodType>(field: Field, message: string) =>
  z.union([z.null(), z.literal('').transform(() => null), field], message);
/** Null stands for the shop's threshold. */
const lowStockAt = orNull(units(wrongThreshold), wrongThreshold);
const wrongWeight = 'Enter a weight from 1 to 1,00,000 g';
/** With the packaging; null if it is not known. */
const grams = units(wrongWeight).pipe(z.number().min(1, wrongWeight).max(100_000, wrongWeight));
const weightGrams = orNull(grams, wrongWeight);
const percentage = (message: string, places: number) =>
  numeric(message).pipe(
    z.number(message).min(0, message).max(100, message).refine(decimals(places), message),
  );
export const discount = percentage('Please enter a valid discount percentage (0-100)', 1);
const wrongRate = 'GST rate must be a percentage from 0 to 100';
export const gstRate = orNull(percentage(wrongRate, 2), wrongRate);
const flag = z.union(
  [z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')],
  'Must be true or false',
);
const sku = z
  .string('Must be a text')
  .max(100, 'SKU is too long')
  .transform((text) => text.replace(unprintable, '').trim());

const barcode = z
  .string('Must be a text')
  .max(60, 'The barcode is too long')
  .transform((text, context) => {
    const { value, problem } = readIdentifier(text, 'barcode');
    if (problem !== undefined) context.addIssue({ code: 'custom', message: problem });
    return value ?? z.NEVER;
  });

const wrongCost = 'Valid cost price is required';
const wrongMoment = 'Enter a date and time';
/** A moment in UTC or with an offset, or null. */
const moment = orNull(z.iso.datetime({ offset: true, error: wrongMoment }), wrongMoment);

/** How many variants a product has at most, and how many combinations its options make, of which not all are offered. */
export const maxVariants = 250;
export const maxCombinations = 2000;

/** What the tags of a product are limited to. */
export const maxTags = 100;
export const maxTagLength = 100;

const shelfCode = z
  .string('Must be a text')
  .max(30, 'The shelf code is too long')
  .transform((text) => text.replace(unprintable, '').trim());

/** Id or slug of a category, brand or product type; null or '' removes it. */
export const choice = z
  .union([z.string().max(200), z.null()], 'Choose one that exists')
  .transform((text) => text?.trim() || null);

/** A value that a multipart form sends as JSON text. */
export function fromJson(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value || '[]');
  } catch {
    return value;
  }
}
const listOf = <Item extends z.ZodType>(item: Item, max: number) =>
  z.preprocess(fromJson, z.array(item, 'Must be a list').max(max, `At most ${max}`));

const picturePath = z
  .string()
  .regex(/^uploads\/[a-z-]+\/[A-Za-z0-9_-]+\.webp$/, 'Not a picture of this shop');
const picture = orNull(picturePath, 'Not a picture of this shop');

/** The largest video that is accepted. */
export const maxVideoBytes = 50 * 1024 * 1024;
const video = orNull(
  z.string().regex(/^uploads\/video\/[A-Za-z0-9]+\.(?:mp4|webm)$/, 'Not a video of this shop'),
  'Not a video of this shop',
);
/** How many pictures show a product from all sides at most. */
const maxTurnImages = 72;

const netQuantityMessage = 'Enter a quantity such as 250 g, 500 ml, 2.5 m or 3 pieces';
const netQuantity = orNull(
  z.string().transform((text, context) => {
    const quantity = readNetQuantity(text);
    if (quantity) return netQuantityText(quantity);
    context.addIssue({ code: 'custom', message: netQuantityMessage });
    return z.NEVER;
  }),
  netQuantityMessage,
);

const patterns: Partial<Record<Declaration, [RegExp, string]>> = {
  madeIn: [/^(?:20\d\d-(?:0[1-9]|1[0-2]))?$/, 'Enter a month such as 2026-11'],
  fssai: [/^(?:\d{14})?$/, 'An FSSAI licence has 14 digits'],
  huid: [/^(?:[A-Z0-9]{6})?$/i, 'A HUID has six letters and digits'],
};
const declaration = (name: Declaration) => {
  const { label, max } = declarationFields[name];
  const [pattern, message] = patterns[name] ?? [/(?:)/, ''];
  return longText(label, max).regex(pattern, message);
};
/** Declarations to change; an empty text removes one. */
const declarations = z.preprocess(
  fromJson,
  z
    .object(
      Object.fromEntries(declarationNames.map((name) => [name, declaration(name)])) as Record<
        Declaration,
        ReturnType<typeof declaration>
      >,
      'Must be an object',
    )
    .partial(),
);

const hsnMessage = 'HSN code must have 4, 6 or 8 digits';
export const hsn = z
  .union([z.null(), z.string().max(20)], hsnMessage)
  // It is pasted with dots, as in 6109.10.00.
  .transform((text) => compactText(text ?? '').replaceAll('.', '') || null)
  .pipe(z.string().regex(hsnPattern, hsnMessage).nullable());
const tag = requiredLine('Tag', maxTagLength).regex(/^[^,]*$/, 'A tag can’t contain a comma');

/** What a variant is sold for and known by: of the product if it has no options, else of each of its variants. */
const offerFields = {
  /** The list price (MRP) in rupees. Written alone it keeps the discount. */
  price,
  /**
   * The exact selling price, at most the list price. It takes precedence over `discount`. While a scheduled sale is on,
   * it is the price after the sale; the price of the sale itself, which replies have, leaves it as it is.
   */
  finalPrice: sellingPrice,
  /** Sets the selling price; that of a product applies to every variant without one of its own. */
  discount,
  /** What a unit costs the merchant, without GST; for admins only. */
  cost: orNull(amount(wrongCost), wrongCost),
  /** The selling price of a scheduled sale, with its beginning or its end or both; null ends the sale. */
  salePrice: orNull(sellingPrice, 'Valid selling price is required'),
  saleFrom: moment,
  /** The first moment after the sale. */
  saleUntil: moment,
  sku,
  barcode,
  countInStock: stock,
  /** The stock that the client loaded: with it the difference is applied, so that sales in between are not undone. */
  countInStockBefore: stock,
  lowStockAt,
  netQuantity,
  weightGrams,
  /** Where its units are stored, such as B-12-3; printed on pick lists and packing slips. */
  shelfCode,
};

/**
 * The input of a variant. Without `_id` it is the one with the same values, or a new one, which needs a price. Absent
 * fields of an existing variant stay unchanged.
 */
const variantInput = z
  .object(offerFields)
  .partial()
  .extend({
    _id: z.string().max(200).optional(),
    values: z.array(requiredLine('Value', 60)).max(3),
    image: picture.optional(),
  });
export type VariantInput = z.infer<typeof variantInput>;

/** The longest title and description for search engines, which show less. */
export const seoLimits = { title: 255, description: 1000 };

const productFields = {
  ...offerFields,
  name: requiredLine('Product name', 300),
  slug,
  description,
  /** The editor's JSON, or HTML (a string starting with '<'); the plain description is derived from it. */
  richDescription: z.string('Must be a text').max(200_000, 'This text is too long').nullable(),
  declarations,
  status: productStatus,
  /** When a draft becomes active by itself; null: it stays a draft. */
  publishAt: moment,
  /** What search engines show instead of name and description; empty: generated from them. */
  seoTitle: line('SEO title', seoLimits.title),
  seoDescription: line('SEO description', seoLimits.description),
  isFeatured: flag,
  isTopDeal: flag,
  isTrending: flag,
  /** Whether its variants are gift cards, which have no tax. */
  isGiftCard: flag,
  category: choice,
  subcategory: choice,
  brand: choice,
  productType: choice,
  tags: listOf(tag, maxTags),
  /** The values of these attributes, which are named by id, slug or name; other attributes keep theirs. */
  attributes: listOf(attributeValues, 200),
  hsn,
  gstRate,
  /** The main picture. */
  image: picture,
  /** The whole gallery beside the main picture. */
  images: listOf(picturePath, 20),
  /** What these pictures show, by their paths; empty: the name of the product. Others keep their texts. */
  imageAlts: z.preprocess(fromJson, z.record(picturePath, line('Alt text', 500), 'Must be texts by picture')),
  /** A video of it, uploaded before. */
  video,
  /** Pictures that show it from all sides, in the order of a turn. */
  turnImages: listOf(picturePath, maxTurnImages),
  /** Gallery pictures to keep; new ones sent as files follow them. */
  existingImages: listOf(picturePath, 20),
  options: listOf(
    z.object({
      name: requiredLine('Option name', 40),
      values: z.array(requiredLine('Value', 60)).min(1, 'Enter at least one value').max(maxVariants),
    }),
    3,
  ),
  variants: z.preprocess(
    fromJson,
    z.array(variantInput, 'Must be a list').max(maxVariants, `At most ${maxVariants} variants`),
  ),
};

/** Body of `POST /products`, JSON or multipart (spec §3 Product form payload). */
export const newProduct = z.object(productFields).partial().extend({ name: productFields.name });
export type NewProduct = z.infer<typeof newProduct>;

/**
 * Body of `PUT` and `PATCH /products/{id}`: absent fields stay unchanged. `updatedAtBefore` is the `updatedAt` that the
 * client loaded; with it, a change that another admin saved in the meantime is a 409 `product_changed`.
 */
export const productChange = z
  .object(productFields)
  .partial()
  .extend({ updatedAtBefore: z.string('Must be a text').max(40).optional() });
export type ProductChange = z.infer<typeof productChange>;

const groupFields = { name: requiredLine('Name', 120), slug, description, image: picture };

/** Body of a new category, subcategory or product type. */
export const newGroup = z.object(groupFields).partial().extend({ name: groupFields.name });
export type NewGroup = z.infer<typeof newGroup>;
export const groupChange = z.object(groupFields).partial();
export type GroupChange = z.infer<typeof groupChange>;

const placeFields = {
  town: line('Town', 80),
  state: z.string('Choose a state').transform((text, context) => {
    const name = text.trim() && readIndianState(text)?.name;
    if (name === undefined) context.addIssue({ code: 'custom', message: 'Choose a state' });
    return name ?? z.NEVER;
  }),
};
export const newBrand = newGroup.extend(z.object(placeFields).partial().shape);
export const brandChange = groupChange.extend(z.object(placeFields).partial().shape);
export type BrandChange = z.infer<typeof brandChange>;

export const newCategory = newGroup.extend({ showInNavbar: flag.optional() });
export const categoryChange = groupChange.extend({ showInNavbar: flag.optional() });
export type CategoryChange = z.infer<typeof categoryChange>;

const idList = z.array(z.string().max(200)).min(1).max(1000);
export const categoryOrder = z.object({ categoryIds: idList });
export const subcategoryOrder = z.object({ subcategoryIds: idList });
export const navbarRequest = z.object({ showInNavbar: flag });
export const moveRequest = z.object({ targetCategoryId: z.string('Please select a category').max(200) });

/** Paging of lists that are short in most shops: everything by default. */
export const groupQuery = z.object({
  page: queryInteger(1, 1_000_000).default(1),
  limit: queryInteger(1, 100).optional(),
});

/** Reply of `POST /upload`. `path` and `url` are those of the first picture. */
export const uploadReply = z.object({
  success: z.literal(true),
  path: z.string(),
  url: z.string(),
  files: z.array(z.object({ path: z.string(), url: z.string(), width: z.number(), height: z.number() })),
});
export type UploadReply = z.infer<typeof uploadReply>;

/** Reply of `POST /upload/video`. */
export const videoReply = uploadReply.omit({ files: true });
export type VideoReply = z.infer<typeof videoReply>;
/** What a picture shows, which is the name of its folder. */
const pictureKind = z.enum(['product', 'category', 'brand', 'site', 'policy', 'review', 'logo']);
export type PictureKind = z.infer<typeof pictureKind>;
export const uploadQuery = z.object({ kind: pictureKind.default('product') });

/** The counts on the start page of the back office. */
export const catalogueCounts = z.object({
  products: z.number(),
  byStatus: z.record(z.string(), z.number()),
  lowStock: z.number(),
  outOfStock: z.number(),
});
export type CatalogueCounts = z.infer<typeof catalogueCounts>;

const maxSets = 300;

/** The sets of words that mean the same. */
export const synonymSets = z.object({
  synonyms: z
    .array(
      z
        .array(z.string().trim().min(1).max(40))
        .min(2, 'Enter at least two words in each line')
        .max(12, 'Enter at most 12 words in each line'),
    )
    .max(maxSets, `Enter at most ${maxSets} lines`),
});

/** The synonyms of the search, and what shoppers searched for without a result, the most frequent first. */
export const searchSettings = synonymSets.extend({
  missed: z.array(z.object({ query: z.string(), count: z.number(), lastAt: z.string() })),
});
export type SearchSettings = z.infer<typeof searchSettings>;

/** Who reads a product feed: Google Merchant Center, or the catalogue of Meta. */
export const feedChannels = ['google', 'meta'] as const;
export type FeedChannel = (typeof feedChannels)[number];

const feed = z.object({
  channel: z.enum(feedChannels),
  isOn: z.boolean(),
  /** The address that the merchant enters at Google or Meta. */
  url: z.string(),
  /** When the file was written last; null if it was not yet. */
  writtenAt: z.string().nullable(),
  items: z.number(),
  withoutPicture: z.number(),
});
export type Feed = z.infer<typeof feed>;

/** Reply of `GET /settings/feeds`. */
export const feedList = z.object({ feeds: z.array(feed) });

/** Body of `PUT /settings/feeds`: the feeds that are on. */
export const feedChange = z.object({
  on: z.array(z.enum(feedChannels, 'Must be google or meta')).max(feedChannels.length),
});
