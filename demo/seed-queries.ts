import { sql } from 'kysely';
import type { Trx } from '../server/db/database.ts';
import { sellingPrice, toPaise, toTenths } from '../shared/money.ts';
import { brands, type DemoBrand } from './catalogue/brands.ts';
import type { DemoCategory } from './catalogue/categories.ts';
import type { DemoProduct } from './catalogue/product.ts';
import type { DemoProductType } from './catalogue/product-types.ts';
import type { DemoQuestion, DemoReview } from './catalogue/reviews.ts';

/** All products are inserted by one statement, which takes longer than the limit on a busy machine. */
export const allowLongStatements = (trx: Trx) => sql`set local statement_timeout = 0`.execute(trx);

/** A product with the stored paths of its pictures, the main one first, and of its colours. */
export type PicturedProduct = DemoProduct & { images: string[]; palettes: Map<string, string> };

/** Ids by slug; a subcategory's by `category/subcategory`. */
type Groups = {
  categories: Map<string, string>;
  subcategories: Map<string, string>;
  brands: Map<string, string>;
  productTypes: Map<string, string>;
};

export async function insertGroups(
  trx: Trx,
  given: {
    categories: (DemoCategory & { image: string | null })[];
    brands: (Omit<DemoBrand, 'picture'> & { image: string | null })[];
    productTypes: DemoProductType[];
  },
): Promise<Groups> {
  const categories = await trx
    .insertInto('categories')
    .values(
      given.categories.map(({ slug, name, description, showInNavbar, image }, position) => ({
        slug,
        name,
        description,
        showInNavbar,
        image,
        position,
        isDemo: true,
        navbarPosition: position,
      })),
    )
    .returning(['id', 'slug'])
    .execute();
  const categoryIds = idsBySlug(categories);
  const subcategories = await trx
    .insertInto('subcategories')
    .values(
      given.categories.flatMap((category) =>
        category.subcategories.map(({ slug, name }, position) => ({
          categoryId: idOf(categoryIds, category.slug),
          slug,
          name,
          position,
          isDemo: true,
        })),
      ),
    )
    .returning(['id', 'slug', 'categoryId'])
    .execute();
  const slugOfCategory = new Map(categories.map(({ id, slug }) => [id, slug]));
  const brands = await trx
    .insertInto('brands')
    .values(given.brands.map((brand) => ({ ...brand, isDemo: true })))
    .returning(['id', 'slug'])
    .execute();
  const productTypes = await trx
    .insertInto('productTypes')
    .values(given.productTypes.map((type) => ({ ...type, isDemo: true })))
    .returning(['id', 'slug'])
    .execute();
  return {
    categories: categoryIds,
    subcategories: new Map(
      subcategories.map(({ id, slug, categoryId }) => [`${slugOfCategory.get(categoryId)}/${slug}`, id]),
    ),
    brands: idsBySlug(brands),
    productTypes: idsBySlug(productTypes),
  };
}

/** An attribute: with choices, by which listings filter, or a text. Returns its id. */
export async function insertAttribute(
  trx: Trx,
  attribute: { name: string; slug: string; choices?: string[] },
): Promise<string> {
  const isFilter = attribute.choices !== undefined;
  const { id } = await trx
    .insertInto('attributes')
    .values({
      ...attribute,
      type: isFilter ? 'choice' : 'text',
      isFilter,
      position: isFilter ? 0 : 1,
      isDemo: true,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function insertSizeGuides(
  trx: Trx,
  guides: { name: string; note: string; rows: string[][]; groups: string[] }[],
  { categories, subcategories }: Groups,
): Promise<void> {
  await trx
    .insertInto('sizeGuides')
    .values(
      guides.map(({ name, note, rows, groups }, position) => ({
        name,
        note,
        rows: JSON.stringify(rows),
        position,
        isDemo: true,
        groupIds: groups.map((slug) => idOf(slug.includes('/') ? subcategories : categories, slug)),
      })),
    )
    .execute();
}

/**
 * Products with variants, pictures and first stock; an earlier one in the list counts as newer. Returns their ids by
 * slug.
 */
export async function insertProducts(
  trx: Trx,
  products: PicturedProduct[],
  groups: Groups,
  attributesOf: (product: DemoProduct) => Record<string, string[]>,
): Promise<Map<string, string>> {
  const rows = await trx
    .insertInto('products')
    .values(
      products.map((product, i) => ({
        ...productRow(product, i, groups),
        attributes: JSON.stringify(attributesOf(product)),
      })),
    )
    .returning(['id', 'slug'])
    .execute();
  const ids = idsBySlug(rows);
  await trx
    .insertInto('productImages')
    .values(
      products.flatMap(({ slug, images }) =>
        images.map((path, position) => ({ productId: idOf(ids, slug), path, position })),
      ),
    )
    .execute();
  const variants = await trx
    .insertInto('variants')
    .values(products.flatMap((product) => variantRows(product, idOf(ids, product.slug))))
    .returning(['id', 'stock'])
    .execute();
  const movements = variants
    .filter(({ stock }) => stock > 0)
    .map(({ id, stock }) => ({ variantId: id, delta: stock, reason: 'initial', byLabel: 'demo' }));
  if (movements.length > 0) await trx.insertInto('stockMovements').values(movements).execute();
  return ids;
}

/** Reviews and questions of the products with these ids, a day apart, the first one the newest. */
export async function insertOpinions(
  trx: Trx,
  given: { reviews: DemoReview[]; questions: DemoQuestion[] },
  ids: Map<string, string>,
): Promise<void> {
  const rowsOf = <Opinion extends { product: string }>(opinions: Opinion[]) =>
    opinions.flatMap(({ product, ...opinion }, i) => {
      const productId = ids.get(product);
      const createdAt = new Date(Date.now() - (i + 3) * day);
      return productId ? [{ ...opinion, productId, createdAt, status: 'published' as const }] : [];
    });
  const reviews = rowsOf(given.reviews);
  const questions = rowsOf(given.questions);
  if (reviews.length > 0)
    await trx
      .insertInto('reviews')
      .values(reviews.map((row) => ({ ...row, source: 'demo', publishedAt: row.createdAt })))
      .execute();
  if (questions.length > 0)
    await trx
      .insertInto('productQuestions')
      .values(questions.map((row) => ({ ...row, isDemo: true, answeredAt: row.createdAt })))
      .execute();
}

const minute = 60_000;
const day = 86_400_000;

function productRow(product: DemoProduct, i: number, groups: Groups) {
  return {
    name: product.name,
    slug: product.slug,
    description: product.description,
    isFeatured: product.isFeatured ?? false,
    isTopDeal: product.isTopDeal ?? false,
    isTrending: product.isTrending ?? false,
    categoryId: idOf(groups.categories, product.category),
    subcategoryId: idOf(groups.subcategories, `${product.category}/${product.subcategory}`),
    brandId: product.brand ? idOf(groups.brands, product.brand) : null,
    productTypeId: product.productType ? idOf(groups.productTypes, product.productType) : null,
    isGiftCard: product.isGiftCard ?? false,
    hsn: product.hsn ?? null,
    gstTenths: toTenths(product.gstRate),
    options: JSON.stringify(product.options ?? []),
    declarations: JSON.stringify(
      product.isGiftCard
        ? {}
        : { countryOfOrigin: 'India', maker: brands.find(({ slug }) => slug === product.brand)?.name },
    ),
    createdAt: new Date(Date.now() - i * minute),
    // Equals updated_at until the product is changed.
    demoAt: sql<Date>`now()`,
  };
}

function variantRows(product: PicturedProduct, productId: string) {
  const { sku, price, discount = 0, stock, variants, palettes, category, description } = product;
  const all = variants ?? [{ values: [], sku, stock }];
  return all.map((variant, position) => ({
    productId,
    sku: variant.sku,
    optionValues: variant.values,
    pricePaise: toPaise(variant.price ?? price),
    sellingPaise: sellingPrice(toPaise(variant.price ?? price), toTenths(discount)),
    stock: variant.stock,
    image: (variant.palette && palettes.get(variant.palette)) ?? null,
    position,
    netQuantity: product.isGiftCard ? null : netQuantityOf(category, [...variant.values, description]),
  }));
}

/** The weight that a value or the description names, otherwise one piece or pair. */
function netQuantityOf(category: string, texts: string[]): string {
  const [weight] = texts.flatMap((text) => /\b\d+ (?:g|kg|ml)\b/.exec(text) ?? []);
  return weight ?? (category === 'leather-juttis' ? '1 pair' : '1 piece');
}

function idsBySlug(rows: { id: string; slug: string }[]): Map<string, string> {
  return new Map(rows.map(({ id, slug }) => [slug, id]));
}

function idOf(ids: Map<string, string>, slug: string): string {
  const id = ids.get(slug);
  if (!id) throw new Error(`The demo catalogue does not contain ${slug}`);
  return id;
}

/** The welcome offer of the footer: 10% off the first order of an account. */
export async function insertWelcomeDiscount(trx: Trx): Promise<void> {
  await trx
    .insertInto('discounts')
    .values({
      title: 'Welcome offer',
      code: 'WELCOME10',
      percentTenths: 100,
      appliesTo: 'order',
      targetIds: [],
      minSubtotalPaise: 0,
      minQuantity: 0,
      isForFirstOrder: true,
      isForAccounts: true,
      isCombinable: false,
      isAnnounced: true,
      isEnabled: true,
      isDemo: true,
    })
    .execute();
}
