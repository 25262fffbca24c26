import type { Actor, Admin, Deps } from '../deps.ts';
import { attributeAdmin } from './attributes/attributes.ts';
import { batches, runBatch } from './batch/batch.ts';
import { cartReminders, carts } from './carts/carts.ts';
import { categories, categoryAdmin } from './categories/categories.ts';
import { collectionAdmin, collections } from './collections/collections.ts';
import { feedAdmin } from './feeds/feeds.ts';
import { formerSlugs } from './former-slugs/former-slugs.ts';
import { imports, runImport } from './import/import.ts';
import { barcodeLabels } from './labels/labels.ts';
import { previewOf } from './previews/previews.ts';
import { priceListAdmin, priceLists } from './price-lists/price-lists.ts';
import { type CachedProducts, countMembers, productAdmin, products } from './products/products.ts';
import { searchAdmin } from './search/search.ts';
import { sizeGuideAdmin, sizeGuides } from './size-guides/size-guides.ts';
import { stockAdmin } from './stock/stock.ts';
import { stockAlerts } from './stock-alerts/stock-alerts.ts';
import { productTable } from './table/table.ts';
import { wishlists } from './wishlists/wishlists.ts';

export { mailCartReminders, subtractOrder } from './carts/carts.ts';
export { deleteEmptyGroups } from './categories/categories.ts';
export { countDemoCatalogue, removeDemoCatalogue } from './demo.ts';
export { writeFeeds } from './feeds/feeds.ts';
export { readImportResult, runImport } from './import/import.ts';
export {
  applySales,
  type CachedProducts,
  cacheProducts,
  countWithoutGst,
  deleteProducts,
  findSaleEnds,
  foldProductTotals,
  publishDueDrafts,
  renderDescriptions,
} from './products/products.ts';
export { deleteUnusedTerms } from './search/search.ts';
export {
  type CartProduct,
  changeStock,
  findForCart,
  findForSale,
  readStock,
  returnUnitsOf,
  type SaleVariant,
  sumStockForSale,
  takeForSale,
} from './stock/stock.ts';
export { mailStockAlerts } from './stock-alerts/stock-alerts.ts';

/** The catalogue as one caller sees it: shoppers the products for sale, admins those of every status (contract §2). */
export const catalogue = (deps: Deps, actor: Actor, cachedProducts?: CachedProducts) => ({
  ...products(deps, actor, cachedProducts),
  ...categories(deps),
  ...collections(deps),
  ...formerSlugs(deps),
  previewOf,
  ...sizeGuides(deps),
  ...stockAlerts(deps, actor),
  ...wishlists(deps, actor),
  ...priceLists(deps, actor),
  ...carts(deps, actor),
  ...cartReminders(deps, actor),
});

/** What an admin does with the catalogue. */
export const catalogueAdmin = (deps: Deps, admin: Admin) => ({
  ...productAdmin(deps, admin),
  ...categoryAdmin(deps, admin),
  ...collectionAdmin(deps, admin, (id) => countMembers(deps.db, id)),
  ...attributeAdmin(deps, admin),
  ...batches(deps, admin),
  ...productTable(deps, admin),
  ...stockAdmin(deps, admin),
  ...barcodeLabels(deps),
  ...imports(deps, admin),
  ...searchAdmin(deps, admin),
  ...sizeGuideAdmin(deps, admin),
  ...feedAdmin(deps, admin),
  ...priceListAdmin(deps, admin),
});

/** The background jobs of the catalogue. */
export const catalogueTasks = (deps: Deps) => ({
  batch: ({ batchId }: { batchId: string }) => runBatch(deps, batchId),
  async import({ importId }: { importId: string }) {
    if (await runImport(deps, importId)) await deps.jobs.enqueue(deps.db, 'import', { importId });
  },
});
