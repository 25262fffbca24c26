import type { Product, Variant } from '../../../shared/contract/catalogue/catalogue.ts';
import type { NewProduct, ProductChange } from '../../../shared/contract/catalogue/catalogue-admin.ts';
import { gstPriceRule } from '../../../shared/gst.ts';
import { toGstTenths } from '../../../shared/products/gst-rates.ts';
import { changesBetween, recordAudit } from '../../db/audit-log.ts';
import { type Database, type Trx, transaction } from '../../db/database.ts';
import { gstColumns } from '../../db/gst-columns.ts';
import { requireNoLimits } from '../../db/value-limits.ts';
import type { Admin, Deps } from '../../deps.ts';
import { badField, conflict, notFound } from '../../errors.ts';
import { checkPictures, checkVideo } from '../../media/media.ts';
import type { SanitisedText } from '../../rich-text.ts';
import { changedAttributes, withoutRepeats } from '../attributes/attributes.ts';
import { findGroup, requireMayJoin } from '../categories/categories.ts';
import { chooseSlug } from '../slug.ts';
import { descriptionColumns, sanitiseDescription } from './description.ts';
import * as edits from './edit-queries.ts';
import { requireGstRates } from './gst/gst-gap.ts';
import { requireGst, type Taxed } from './gst/required-gst.ts';
import { editPictures, type Uploads } from './pictures.ts';
import { presentProduct } from './present.ts';
import { findProduct } from './queries.ts';
import { type EditedProduct, editVariants } from './variant-edit.ts';
import { keyOf } from './variant-plan.ts';
import { regularOf } from './variant-price.ts';
import { readNow } from './variant-queries.ts';

/** What is prepared before the transaction of a change. */
type Prepared = {
  uploads?: Uploads | undefined;
  richText?: SanitisedText | null | undefined;
  /** Values of attributes that a new product may have although they are no choices any more. */
  copied?: Record<string, string[]>;
};

/** The changes that an admin makes to products (spec §7 Products, contract §2). Prices are rupees. */
export function productEdits(deps: Pick<Deps, 'db' | 'workers'>, admin: Admin) {
  const { db } = deps;
  return {
    /** Creates a product with its variants and pictures. 400 by field; 409 for a slug or SKU in use. */
    async createProduct(input: NewProduct, uploads?: Uploads, copied?: Prepared['copied']): Promise<Product> {
      const richText = await sanitiseDescription(deps, input);
      const prepared = { uploads, richText, ...(copied && { copied }) };
      return transaction(db, async (trx) =>
        getProduct(trx, await createProductIn(trx, admin, input, prepared)),
      );
    },

    /**
     * Changes the given fields. 404; 400 by field; 403 for a lower price by a role with limits; 409 for a slug or SKU in
     * use and for stock sold meanwhile, and 409 `product_changed` with the `current` product if another admin saved it
     * since `updatedAtBefore`.
     */
    async updateProduct(idOrSlug: string, input: ProductChange, uploads?: Uploads): Promise<Product> {
      const prepared = { uploads, richText: await sanitiseDescription(deps, input) };
      return transaction(db, (trx) => updateProductIn(trx, admin, idOrSlug, input, prepared));
    },

    /** Deletes a product from all lists; orders still show it. 404. */
    async deleteProduct(idOrSlug: string): Promise<void> {
      await transaction(db, async (trx) => {
        const { id, name } = await lockProduct(trx, idOrSlug);
        await edits.deleteProducts(trx, [id]);
        await recordAudit(trx, admin, { action: 'product.delete', subject: id, detail: { name } });
      });
    },

    /** Creates a draft that copies everything except stock and SKUs. 404. */
    async duplicateProduct(idOrSlug: string): Promise<Product> {
      const { image, images, variants, options, attributes = [], ...from } = await getProduct(db, idOrSlug);
      const offerOf = (variant: Variant) => ({
        price: variant.price,
        finalPrice: regularOf(variant).finalPrice,
        cost: variant.cost,
        netQuantity: variant.netQuantity,
        weightGrams: variant.weightGrams,
      });
      const [only] = variants;
      const input: NewProduct = {
        name: `${from.name} copy`.slice(-300),
        description: from.description,
        ...(from.richDescription && { richDescription: from.richDescription }),
        declarations: from.declarations,
        hsn: from.hsn,
        gstRate: from.gstRate,
        status: 'draft',
        image,
        images,
        imageAlts: from.imageAlts,
        seoDescription: from.seoDescription,
        tags: from.tags,
        ...(from.isGiftCard && { isGiftCard: true }),
        video: from.video,
        turnImages: from.turnImages,
        attributes: attributes.map(({ _id, values }) => ({ attribute: _id, values })),
        category: from.category?._id ?? null,
        subcategory: from.subcategory?._id ?? null,
        brand: from.brand?._id ?? null,
        productType: from.productType?._id ?? null,
        ...(options.length === 0 && only
          ? offerOf(only)
          : {
              options,
              variants: variants.map((v) => ({ values: v.values, ...offerOf(v), image: v.image })),
            }),
      };
      const copied = Object.fromEntries(attributes.map(({ _id, values }) => [_id, values]));
      return this.createProduct(input, undefined, copied);
    },
  };
}

async function getProduct(db: Database | Trx, idOrSlug: string): Promise<Product> {
  const row = await findProduct(db, idOrSlug, 'admin');
  if (!row) throw notFound('Product not found.');
  return presentProduct(row);
}

async function lockProduct(trx: Trx, idOrSlug: string) {
  const row = await edits.lockProduct(trx, idOrSlug);
  if (!row) throw notFound('Product not found.');
  return row;
}

/** `createProduct` as part of a transaction, with the sanitised rich text. Returns the id. */
export async function createProductIn(
  trx: Trx,
  admin: Admin,
  input: NewProduct,
  { uploads, richText, copied = {} }: Prepared = {},
): Promise<string> {
  const { name, hsn = null, gstRate = null, status = 'active', isGiftCard, publishAt } = input;
  await requireGst(trx, whenPublished({ hsn, gstRate, status, isGiftCard, publishAt }));
  const slug = await chooseProductSlug(trx, input);
  const columns = {
    ...(await columnsOf(trx, input, { ...noPlacement, attributes: copied, isGiftCard: false })),
    ...(await publicationColumns(trx, input, { status: 'active' })),
    ...declarationColumns(input),
    ...descriptionColumns(input, richText),
    name,
    slug,
  };
  const id = await edits.insertProduct(trx, columns);
  await writeParts(trx, admin, { id, slug, options: [], isNew: true }, input, uploads);
  if (gstPriceRule(hsn, new Date())) await requireGstRates(trx, await getProduct(trx, id));
  await recordAudit(trx, admin, { action: 'product.create', subject: id, detail: { name } });
  return id;
}

/** A product, with the status that it will have if it is to be published: it needs then what one for sale needs. */
const whenPublished = <Published extends Taxed & Pick<ProductChange, 'publishAt'>>(
  product: Published,
): Published => (product.publishAt ? { ...product, status: 'active' } : product);

/** `updateProduct` as part of a transaction, with the sanitised rich text. */
export async function updateProductIn(
  trx: Trx,
  admin: Admin,
  idOrSlug: string,
  { updatedAtBefore, ...input }: ProductChange,
  { uploads, richText }: Prepared = {},
): Promise<Product> {
  const row = await lockProduct(trx, idOrSlug);
  const { id } = row;
  const before = await getProduct(trx, id);
  if (updatedAtBefore !== undefined && updatedAtBefore !== before.updatedAt)
    throw conflict('product_changed', 'Someone else changed this product meanwhile.', {
      extra: { current: before },
    });
  const keepsSlug = input.slug === undefined || input.slug === before.slug;
  const slug = keepsSlug ? before.slug : await chooseProductSlug(trx, { name: before.name, ...input }, id);
  const columns = {
    ...(await columnsOf(trx, input, row)),
    ...(await publicationColumns(trx, input, before)),
    ...declarationColumns(input, before),
    ...descriptionColumns(input, richText, before),
    slug,
  };
  await edits.updateProduct(trx, id, columns);
  await writeParts(trx, admin, { id, slug, options: before.options }, input, uploads);
  const after = await getProduct(trx, id);
  if (isCheaper(before, after)) await requireNoLimits(trx, admin, 'price');
  if (after.category && after.category._id !== before.category?._id)
    await requireMayJoin(trx, admin, after.category._id);
  await requireGst(trx, whenPublished(after), whenPublished(before));
  await requireGstRates(trx, after, before);
  const detail = { changes: changesBetween(logged(before), logged(after)) };
  await recordAudit(trx, admin, { action: 'product.update', subject: id, detail });
  return after;
}

/**
 * Whether a variant costs less than it or its values did before, or one with new values less than all former ones; or has
 * another scheduled sale.
 */
function isCheaper(before: Product, after: Product): boolean {
  const saleOf = ({ salePrice, saleFrom, saleUntil }: Variant) =>
    JSON.stringify([salePrice, saleFrom, saleUntil]);
  const byId = new Map(before.variants.map((variant) => [variant._id, regularOf(variant).finalPrice]));
  const byValues = new Map(
    before.variants.map((variant) => [namedValues(before, variant.values), regularOf(variant).finalPrice]),
  );
  const sales = new Map(before.variants.map((variant) => [variant._id, saleOf(variant)]));
  const least = Math.min(...byId.values());
  return after.variants.some((variant) => {
    const { _id, values, salePrice } = variant;
    const { finalPrice } = regularOf(variant);
    const ofValues = byValues.get(namedValues(after, values));
    const isOtherSale = salePrice != null && sales.get(_id) !== saleOf(variant);
    return isOtherSale || finalPrice < (byId.get(_id) ?? ofValues ?? least) || finalPrice < (ofValues ?? 0);
  });
}

/** The values of a variant with the names of their options, in whatever order the options are. */
const namedValues = ({ options }: Product, values: string[]) =>
  keyOf(values.map((value, index) => `${options[index]?.name}: ${value}`).sort());

/** What the audit log compares: the fields of the form, with prices, SKU and stock of the product or its variants. */
function logged(product: Product): object {
  const { name, slug, description, status, isFeatured, isTopDeal, isTrending, hsn, gstRate } = product;
  const { declarations, video, turnImages, isGiftCard } = product;
  const { category, subcategory, brand, productType, image, images, options, variants } = product;
  const {
    sku,
    price,
    countInStock,
    tags,
    attributes = [],
    seoTitle,
    seoDescription,
    publishAt,
    imageAlts,
  } = product;
  const [only] = variants;
  return {
    name,
    slug,
    description,
    status,
    isFeatured,
    isTopDeal,
    isTrending,
    hsn,
    gstRate,
    declarations,
    category,
    subcategory,
    brand,
    productType,
    image,
    images,
    tags,
    video,
    turnImages,
    isGiftCard,
    seoTitle,
    seoDescription,
    publishAt,
    imageAlts,
    attributes: Object.fromEntries(attributes.map(({ name, values }) => [name, values])),
    ...(options.length > 0 || !only
      ? { options, variants }
      : {
          sku,
          price,
          finalPrice: regularOf(only).finalPrice,
          countInStock,
          netQuantity: only.netQuantity,
          barcode: only.barcode,
          cost: only.cost,
          salePrice: only.salePrice,
          saleFrom: only.saleFrom,
          saleUntil: only.saleUntil,
        }),
  };
}

async function writeParts(
  trx: Trx,
  admin: Admin,
  product: EditedProduct,
  input: ProductChange,
  uploads: Uploads = { images: [] },
): Promise<void> {
  await editPictures(trx, product.id, input, uploads);
  const variantPictures = (input.variants ?? []).flatMap(({ image }) => image ?? []);
  await checkPictures(trx, variantPictures, 'product', 'variants');
  const options = await editVariants(trx, admin, product, input);
  // Written only if they differ: each update of a product's row updates all of its indexes.
  if (options && JSON.stringify(options) !== JSON.stringify(product.options))
    await edits.updateProduct(trx, product.id, { options: JSON.stringify(options) });
}

/** The slug given, or one derived from the name, with a number if it is in use. 409 for a given slug in use. */
export const chooseProductSlug = (
  trx: Trx,
  names: { name: string; slug?: string | undefined },
  ownId?: string,
) => chooseSlug(names, 'product', (start) => edits.listUsedSlugs(trx, start, ownId));

/** The declarations after a change: an empty text removes one, and those that the input does not name stay. */
function declarationColumns(input: ProductChange, before?: Product): { declarations?: string } {
  if (!input.declarations) return {};
  const all = Object.entries({ ...before?.declarations, ...input.declarations }).filter(([, text]) => text);
  return { declarations: JSON.stringify(Object.fromEntries(all)) };
}

/** When the product is published after a change: only a draft is published later. 400. */
async function publicationColumns(
  trx: Trx,
  { status, publishAt }: ProductChange,
  before: Pick<Product, 'status' | 'publishAt'>,
): Promise<{ publishAt?: string | null }> {
  if ((status ?? before.status) !== 'draft') {
    if (publishAt) throw badField('publishAt', 'Only a draft is published later: choose the status Draft');
    return before.publishAt ? { publishAt: null } : {};
  }
  if (publishAt === undefined) return {};
  const isNew = publishAt !== null && Date.parse(publishAt) !== Date.parse(before.publishAt ?? '');
  if (isNew && new Date(publishAt) <= (await readNow(trx)))
    throw badField('publishAt', 'Choose a time in the future');
  return { publishAt };
}

/** The columns of the product's row that the input sets; undefined ones are not written. */
async function columnsOf(
  trx: Trx,
  input: ProductChange,
  before: Placement & { attributes: Record<string, string[]>; isGiftCard: boolean },
): Promise<edits.ProductColumns> {
  const { name, status, isFeatured, isTopDeal, isTrending, isGiftCard, tags, video, turnImages } = input;
  const { seoTitle, seoDescription } = input;
  // What a gift card pays for is taxed.
  const { hsn, gstRate } = (isGiftCard ?? before.isGiftCard) ? { hsn: null, gstRate: 0 } : input;
  await checkVideo(trx, video);
  await checkPictures(trx, turnImages ?? [], 'product', 'turnImages');
  return {
    video,
    turnImages: turnImages && [...new Set(turnImages)],
    name,
    status,
    isFeatured,
    isTopDeal,
    isTrending,
    isGiftCard,
    seoTitle,
    seoDescription,
    hsn,
    tags: tags && withoutRepeats(tags),
    attributes: await changedAttributes(trx, input.attributes, before.attributes),
    ...(gstRate !== undefined && gstColumns(gstRate === null ? null : toGstTenths(gstRate))),
    brandId: await groupId(trx, 'brands', 'brand', input.brand),
    productTypeId: await groupId(trx, 'productTypes', 'productType', input.productType),
    ...(await placementOf(trx, input, before)),
  };
}

type Placement = { categoryId: string | null; subcategoryId: string | null };
const noPlacement: Placement = { categoryId: null, subcategoryId: null };

/** The category and subcategory after a change. A new category removes the subcategory of the old one. 400 by field. */
export async function placementOf(
  trx: Trx,
  { category, subcategory }: Pick<ProductChange, 'category' | 'subcategory'>,
  before: Placement = noPlacement,
): Promise<Partial<Placement>> {
  if (category === undefined && subcategory === undefined) return {};
  const chosen = await groupId(trx, 'categories', 'category', category);
  const categoryId = chosen === undefined ? before.categoryId : chosen;
  if (subcategory === undefined && categoryId === before.categoryId) return {};
  if (!subcategory) return { categoryId, subcategoryId: null };
  const found = categoryId && (await findGroup(trx, 'subcategories', subcategory, categoryId));
  if (!found) throw badField('subcategory', 'Choose a subcategory of this category');
  return { categoryId, subcategoryId: found.id };
}

/** The id of a group by id or slug; null removes it, undefined leaves it. 400 for `field` if there is none. */
async function groupId(
  trx: Trx,
  table: 'categories' | 'brands' | 'productTypes',
  field: string,
  idOrSlug: string | null | undefined,
): Promise<string | null | undefined> {
  if (!idOrSlug) return idOrSlug === undefined ? undefined : null;
  const group = await findGroup(trx, table, idOrSlug);
  if (!group)
    throw badField(field, field === 'category' ? 'Please select a category' : 'Choose one that exists');
  return group.id;
}
