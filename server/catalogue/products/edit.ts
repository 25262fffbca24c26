import type { Product } from '../../../shared/contract/catalogue.ts';
import type { NewProduct, ProductChange } from '../../../shared/contract/catalogue-admin.ts';
import { toTenths } from '../../../shared/money.ts';
import { changesBetween, recordAudit } from '../../db/audit-log.ts';
import { type Database, type Trx, transaction } from '../../db/database.ts';
import type { Admin, Deps } from '../../deps.ts';
import { badField, conflict, notFound } from '../../errors.ts';
import { checkPictures } from '../../media/media.ts';
import { findGroup } from '../categories/categories.ts';
import { chooseSlug } from '../slug.ts';
import { descriptionOf } from './description.ts';
import * as edits from './edit-queries.ts';
import { editPictures, type Uploads } from './pictures.ts';
import { presentProduct } from './present.ts';
import { findProduct } from './queries.ts';
import { type EditedProduct, editVariants } from './variant-edit.ts';
import type { Option } from './variant-plan.ts';

const noUploads: Uploads = { images: [] };

/** Writing products (spec §7 Products, contract §2), by admins alone. Prices are rupees. */
export function productEdits({ db }: Deps, admin: Admin) {
  const read = (id: string) => getProduct(db, id);

  return {
    /** Makes a product with its variants and pictures. 400 by field; 409 for a slug or SKU in use. */
    async createProduct(input: NewProduct, uploads: Uploads = noUploads): Promise<Product> {
      return read(await transaction(db, (trx) => createProductIn(trx, admin, input, uploads)));
    },

    /**
     * Changes what is given and leaves the rest. 404; 400 by field; 409 for slug, SKU and stock sold meanwhile, and
     * 409 `product_changed` with the `current` product where another admin saved it since `updatedAtBefore`.
     */
    async updateProduct(
      idOrSlug: string,
      input: ProductChange,
      uploads: Uploads = noUploads,
    ): Promise<Product> {
      return read(await transaction(db, (trx) => updateProductIn(trx, admin, idOrSlug, input, uploads)));
    },

    /** Takes a product off every list; old orders still show it. */
    async deleteProduct(idOrSlug: string): Promise<void> {
      await transaction(db, async (trx) => {
        const row = await edits.lockProduct(trx, idOrSlug);
        if (!row) throw notFound('Product not found.');
        await edits.deleteProducts(trx, [row.id]);
        await recordAudit(trx, admin, {
          action: 'product.delete',
          subject: row.id,
          detail: { name: row.name },
        });
      });
    },

    /** A draft with all of a product but its stock and SKUs. */
    async duplicateProduct(idOrSlug: string): Promise<Product> {
      const { image, images, variants, options, ...from } = await read(idOrSlug);
      const single = options.length === 0;
      const prices = ({ price, finalPrice }: { price: number; finalPrice: number }) => ({
        price,
        finalPrice,
      });
      return this.createProduct({
        ...{ name: `${from.name} copy`.slice(-300), description: from.description },
        ...(from.richDescription && { richDescription: from.richDescription }),
        ...{ hsn: from.hsn, gstRate: from.gstRate, status: 'draft', image, images },
        category: from.category?._id ?? null,
        subcategory: from.subcategory?._id ?? null,
        brand: from.brand?._id ?? null,
        productType: from.productType?._id ?? null,
        ...(single ? prices(from) : { options }),
        ...(!single && {
          variants: variants.map((v) => ({ values: v.values, ...prices(v), image: v.image })),
        }),
      });
    },
  };
}

async function getProduct(db: Database | Trx, id: string): Promise<Product> {
  const row = await findProduct(db, id, 'admin');
  if (!row) throw notFound('Product not found.');
  return presentProduct(row);
}

/** The same as `createProduct` inside a transaction that does more; gives the id. */
export async function createProductIn(
  trx: Trx,
  admin: Admin,
  input: NewProduct,
  uploads: Uploads = noUploads,
): Promise<string> {
  const slug = await slugFor(trx, input);
  const columns = {
    ...(await columnsOf(trx, input, nowhere)),
    ...descriptionOf(input),
    name: input.name,
    slug,
  };
  const id = await edits.insertProduct(trx, columns);
  await writeParts(trx, { id, slug, options: [], isNew: true }, input, uploads);
  await recordAudit(trx, admin, { action: 'product.create', subject: id, detail: { name: input.name } });
  return id;
}

/** The same as `updateProduct` inside a transaction that does more; gives the id. */
export async function updateProductIn(
  trx: Trx,
  admin: Admin,
  idOrSlug: string,
  { updatedAtBefore, ...input }: ProductChange,
  uploads: Uploads = noUploads,
): Promise<string> {
  const row = await edits.lockProduct(trx, idOrSlug);
  if (!row) throw notFound('Product not found.');
  if (updatedAtBefore !== undefined && updatedAtBefore !== row.updatedAt.toISOString()) {
    const current = await getProduct(trx, row.id);
    throw conflict('product_changed', 'Someone else changed this product meanwhile.', { extra: { current } });
  }
  const keepsSlug = input.slug === undefined || input.slug === row.slug;
  const slug = keepsSlug ? row.slug : await slugFor(trx, { name: row.name, ...input }, row.id);
  const columns = { ...(await columnsOf(trx, input, row)), ...descriptionOf(input, row), slug };
  const before = await getProduct(trx, row.id);
  await edits.updateProduct(trx, row.id, columns);
  await writeParts(trx, { id: row.id, slug, options: row.options as Option[] }, input, uploads);
  const detail = { changes: changesBetween(logged(before), logged(await getProduct(trx, row.id))) };
  await recordAudit(trx, admin, { action: 'product.update', subject: row.id, detail });
  return row.id;
}

/** What the log compares: what the owner sets, and prices, SKU and stock where she sets them. */
function logged(product: Product): object {
  const { name, slug, description, status, isFeatured, isTopDeal, isTrending, hsn, gstRate } = product;
  const { category, subcategory, brand, productType, image, images, options, variants } = product;
  const { sku, price, finalPrice, countInStock } = product;
  return {
    ...{ name, slug, description, status, isFeatured, isTopDeal, isTrending, hsn, gstRate },
    ...{ category, subcategory, brand, productType, image, images },
    ...(options.length > 0 ? { options, variants } : { sku, price, finalPrice, countInStock }),
  };
}

async function writeParts(
  trx: Trx,
  product: EditedProduct,
  input: ProductChange,
  uploads: Uploads,
): Promise<void> {
  await editPictures(trx, product.id, input, uploads);
  const ofVariants = (input.variants ?? []).flatMap(({ image }) => image ?? []);
  await checkPictures(trx, [...new Set(ofVariants)], 'product', 'variants');
  const options = await editVariants(trx, product, input);
  // Written only where they differ: each write of a product's row goes through all of its indexes.
  const changed = options && JSON.stringify(options) !== JSON.stringify(product.options);
  if (changed) await edits.updateProduct(trx, product.id, { options: JSON.stringify(options) });
}

type Place = { categoryId: string | null; subcategoryId: string | null };
const nowhere: Place = { categoryId: null, subcategoryId: null };

/** The columns of the products row that the input sets. */
async function columnsOf(trx: Trx, input: ProductChange, place: Place): Promise<edits.ProductColumns> {
  const { name, status, isFeatured, isTopDeal, isTrending, hsn } = input;
  const plain = { name, status, isFeatured, isTopDeal, isTrending, hsn };
  const set: edits.ProductColumns = Object.fromEntries(
    Object.entries(plain).filter(([, value]) => value !== undefined),
  );
  if (input.gstRate !== undefined) set.gstTenths = toTenths(input.gstRate);
  if (input.brand !== undefined) set.brandId = await groupId(trx, 'brands', 'brand', input.brand);
  if (input.productType !== undefined)
    set.productTypeId = await groupId(trx, 'productTypes', 'productType', input.productType);
  return { ...set, ...(await placeOf(trx, input, place)) };
}

/** Category and subcategory, which belong together: a new category lets go of the old one's subcategory. */
export async function placeOf(
  trx: Trx,
  input: Pick<ProductChange, 'category' | 'subcategory'>,
  now: Place,
): Promise<Partial<Place>> {
  if (input.category === undefined && input.subcategory === undefined) return {};
  const categoryId =
    input.category === undefined
      ? now.categoryId
      : await groupId(trx, 'categories', 'category', input.category);
  const stays = input.subcategory === undefined && categoryId === now.categoryId;
  if (stays) return { categoryId, subcategoryId: now.subcategoryId };
  if (!input.subcategory) return { categoryId, subcategoryId: null };
  const found = categoryId && (await findGroup(trx, 'subcategories', input.subcategory, categoryId));
  if (!found) throw badField('subcategory', 'Choose a subcategory of this category');
  return { categoryId, subcategoryId: found.id };
}

async function groupId(
  trx: Trx,
  table: 'categories' | 'brands' | 'productTypes',
  field: string,
  idOrSlug: string | null,
): Promise<string | null> {
  if (!idOrSlug) return null;
  const group = await findGroup(trx, table, idOrSlug);
  if (!group)
    throw badField(field, field === 'category' ? 'Please select a category' : 'Choose one that exists');
  return group.id;
}

const slugFor = (trx: Trx, names: { name: string; slug?: string | undefined }, ownId?: string) =>
  chooseSlug(names, 'product', (start) => edits.listUsedSlugs(trx, start, ownId));
