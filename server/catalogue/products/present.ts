import type { Product } from '../../../shared/contract/catalogue/catalogue.ts';
import { discountTenths, fromTenths, toRupees } from '../../../shared/money.ts';
import type { ProductRow } from './queries.ts';

/** A product as every call returns it. Its own prices are those of the variant with the lowest selling price. */
export function presentProduct(row: ProductRow): Product {
  const variants = row.variants.map(presentVariant);
  const cheapest = variants.reduce(
    (low, v) => (v.finalPrice < low.finalPrice ? v : low),
    variants[0] ?? { price: 0, discount: 0, finalPrice: 0 },
  );
  const category = named(row.category);
  const subcategory = named(row.subcategory);
  const {
    name,
    slug,
    description,
    status,
    isFeatured,
    isTopDeal,
    isTrending,
    hsn,
    numReviews,
    options,
    tags,
  } = row;
  const { createdAt, updatedAt } = row;
  const [image = null, ...images] = row.images;
  return {
    _id: row.id,
    name,
    slug,
    description,
    sku: variants[0]?.sku ?? '',
    price: cheapest.price,
    originalPrice: cheapest.price,
    discount: cheapest.discount,
    finalPrice: cheapest.finalPrice,
    priceVaries: variants.some((v) => v.finalPrice !== cheapest.finalPrice),
    image,
    images,
    ...presentDetails(row),
    countInStock: variants.reduce((sum, v) => sum + v.countInStock, 0),
    status,
    isFeatured,
    isTopDeal,
    isTrending,
    hsn,
    numReviews,
    options,
    tags,
    ...(row.attributes && { attributes: row.attributes }),
    category,
    subcategory: subcategory && category && { ...subcategory, parentCategory: category },
    brand: named(row.brand),
    productType: named(row.productType),
    gstRate: row.gstTenths === null ? null : fromTenths(row.gstTenths),
    ...(row.isGiftCard && { isGiftCard: true }),
    rating: fromTenths(row.ratingTenths),
    variants,
    createdAt,
    updatedAt,
  };
}

/** What is not read for every reply. */
const presentDetails = (row: ProductRow) => ({
  ...(row.richDescription && {
    richDescription: row.richDescription,
    descriptionHtml: row.descriptionHtml ?? '',
  }),
  ...(row.declarations && { declarations: row.declarations }),
  ...(row.sizeGuide !== undefined && { sizeGuide: row.sizeGuide }),
  ...(row.turnImages && { video: row.video ?? null, turnImages: row.turnImages }),
  ...(row.imageAlts && { imageAlts: row.imageAlts }),
  ...(row.seoTitle !== undefined && { seoTitle: row.seoTitle, seoDescription: row.seoDescription ?? '' }),
  ...(row.publishAt !== undefined && { publishAt: row.publishAt }),
});

const presentVariant = (v: ProductRow['variants'][number]) => ({
  _id: v.id,
  sku: v.sku,
  values: v.optionValues,
  price: toRupees(v.pricePaise),
  discount: fromTenths(discountTenths(v.pricePaise, v.sellingPaise)),
  finalPrice: toRupees(v.sellingPaise),
  countInStock: v.stock,
  lowStockAt: v.lowStockAt,
  ...(v.shelfCode !== undefined && { shelfCode: v.shelfCode }),
  image: v.image,
  netQuantity: v.netQuantity,
  ...(v.weightGrams !== null && { weightGrams: v.weightGrams }),
  ...(v.barcode !== undefined && { barcode: v.barcode }),
  ...(v.costPaise !== undefined && {
    cost: rupeesOrNull(v.costPaise),
    salePrice: rupeesOrNull(v.salePaise),
    saleFrom: v.saleFrom ?? null,
    saleUntil: v.saleUntil ?? null,
    regularPrice: rupeesOrNull(v.regularPaise),
  }),
});

const rupeesOrNull = (paise: number | null | undefined) => (paise == null ? null : toRupees(paise));

/** What a product belongs to, with its id as replies name it. */
function named<Row extends { id: string } | null>(row: Row) {
  if (!row) return null;
  const { id, ...names } = row;
  return { _id: id, ...names };
}
