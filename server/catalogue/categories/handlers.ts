import type { Handlers } from '../../http/handlers.ts';

/** A short list in a form shows all of a shop's brands. */
const allGroups = 1000;

/** Categories with their subcategories, brands, product types and collections. */
export const categoryHandlers = {
  'GET /categories': async ({ shop, query }) => {
    const all = await shop.catalogue.listCategories();
    const { page, limit = all.length } = query;
    return { items: all.slice((page - 1) * limit, page * limit), total: all.length };
  },
  'GET /categories/:id': ({ shop, params }) => shop.catalogue.getCategory(params.id),
  'POST /categories': ({ backOffice, body, uploads }) =>
    backOffice.catalogue.createCategory(body, uploads.image),
  'PUT /categories/reorder': ({ backOffice, body }) =>
    backOffice.catalogue.reorderCategories('position', body.categoryIds),
  'PUT /categories/navbar/reorder': ({ backOffice, body }) =>
    backOffice.catalogue.reorderCategories('navbarPosition', body.categoryIds),
  'PUT /categories/:id': ({ backOffice, params, body, uploads }) =>
    backOffice.catalogue.updateCategory(params.id, body, uploads.image),
  'DELETE /categories/:id': ({ backOffice, params }) => backOffice.catalogue.deleteCategory(params.id),
  'PUT /categories/:id/navbar': ({ backOffice, params, body }) =>
    backOffice.catalogue.updateCategory(params.id, body),

  'GET /categories/subcategory': ({ shop }) => shop.catalogue.listSubcategories(),
  'GET /categories/subcategory/:id': ({ shop, params }) => shop.catalogue.getSubcategory(params.id),
  'POST /categories/:id/subcategories': ({ backOffice, params, body }) =>
    backOffice.catalogue.createSubcategory(params.id, body),
  'PUT /categories/:id/subcategories/reorder': ({ backOffice, params, body }) =>
    backOffice.catalogue.reorderSubcategories(params.id, body.subcategoryIds),
  'PUT /categories/:id/subcategories/:subId': ({ backOffice, params, body }) =>
    backOffice.catalogue.updateSubcategory(params.id, params.subId, body),
  'DELETE /categories/:id/subcategories/:subId': ({ backOffice, params }) =>
    backOffice.catalogue.deleteSubcategory(params.id, params.subId),
  'PUT /categories/:id/subcategories/:subId/move': ({ backOffice, params, body }) =>
    backOffice.catalogue.moveSubcategory(params.id, params.subId, body.targetCategoryId),

  'GET /brands': ({ shop, query }) => shop.catalogue.listGroups('brands', { limit: allGroups, ...query }),
  'GET /brands/:id': ({ shop, params }) => shop.catalogue.getGroup('brands', params.id),
  'POST /brands': ({ backOffice, body, uploads }) =>
    backOffice.catalogue.createGroup('brands', body, uploads.image),
  'PUT /brands/:id': ({ backOffice, params, body, uploads }) =>
    backOffice.catalogue.updateGroup('brands', params.id, body, uploads.image),
  'DELETE /brands/:id': ({ backOffice, params }) => backOffice.catalogue.deleteGroup('brands', params.id),
  'GET /product-types': ({ shop, query }) =>
    shop.catalogue.listGroups('productTypes', { limit: allGroups, ...query }),
  'GET /product-types/:id': ({ shop, params }) => shop.catalogue.getGroup('productTypes', params.id),
  'POST /product-types': ({ backOffice, body, uploads }) =>
    backOffice.catalogue.createGroup('productTypes', body, uploads.image),
  'PUT /product-types/:id': ({ backOffice, params, body, uploads }) =>
    backOffice.catalogue.updateGroup('productTypes', params.id, body, uploads.image),
  'DELETE /product-types/:id': ({ backOffice, params }) =>
    backOffice.catalogue.deleteGroup('productTypes', params.id),

  'GET /collections/:id': ({ shop, params }) => shop.catalogue.getCollection(params.id),
  'GET /catalogue/collections': ({ backOffice }) => backOffice.catalogue.listCollections(),
  'GET /catalogue/collections/:id': ({ backOffice, params }) =>
    backOffice.catalogue.getOwnedCollection(params.id),
  'POST /catalogue/collections': ({ backOffice, body }) => backOffice.catalogue.createCollection(body),
  'PUT /catalogue/collections/:id': ({ backOffice, params, body }) =>
    backOffice.catalogue.updateCollection(params.id, body),
  'DELETE /catalogue/collections/:id': ({ backOffice, params }) =>
    backOffice.catalogue.deleteCollection(params.id),
} satisfies Partial<Handlers>;
