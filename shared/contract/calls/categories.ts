import { z } from 'zod';
import { brand, category, group, subcategoryOf } from '../catalogue/catalogue.ts';
import {
  brandChange,
  categoryChange,
  categoryOrder,
  groupChange,
  groupQuery,
  moveRequest,
  navbarRequest,
  newBrand,
  newCategory,
  newGroup,
  subcategoryOrder,
} from '../catalogue/catalogue-admin.ts';
import { collection, collectionInput, collectionSummary, ownedCollection } from '../catalogue/collections.ts';
import { page, tagged } from './call.ts';

const { anyone, admin } = tagged('Categories');
const ofGroups = tagged('Brands and product types');
const ofCollections = tagged('Collections');
const taken = ['name_taken', 'slug_taken'] as const;
const reorder = { body: categoryOrder, reply: z.array(category) };
const list = { query: groupQuery, isCached: true } as const;
const image = { files: ['image'], errors: taken } as const;
const picture = { ...image, pictures: 'brand' } as const;
const update = { ...picture, body: groupChange, reply: group } as const;
const updateBrand = { ...picture, body: brandChange, reply: brand } as const;
const create = { ...update, body: newGroup, status: 201 } as const;
const createBrand = { ...updateBrand, body: newBrand, status: 201 } as const;
const remove = { reply: 'done', errors: ['in_use'] } as const;

export const categoryCalls = {
  'GET /categories': anyone('listCategories', 'List categories with their subcategories', {
    query: groupQuery,
    reply: page(category),
    isCached: true,
  }),
  'GET /categories/:id': anyone('getCategory', 'Get a category by id or slug', {
    reply: category,
    isCached: true,
  }),
  'GET /categories/subcategory': anyone('listSubcategories', 'List all subcategories', {
    reply: z.array(subcategoryOf),
    isCached: true,
  }),
  'GET /categories/subcategory/:id': anyone('getSubcategory', 'Get a subcategory', {
    reply: subcategoryOf,
    isCached: true,
  }),
  'POST /categories': admin('catalogue.edit', 'createCategory', 'Create a category', {
    ...image,
    body: newCategory,
    pictures: 'category',
    reply: category,
    status: 201,
  }),
  'PUT /categories/reorder': admin(
    'catalogue.edit',
    'reorderCategories',
    'Set the order of the categories',
    reorder,
  ),
  'PUT /categories/navbar/reorder': admin(
    'catalogue.edit',
    'reorderNavbar',
    'Set the order of the categories in the navigation',
    reorder,
  ),
  'PUT /categories/:id': admin('catalogue.edit', 'updateCategory', 'Update a category', {
    ...image,
    body: categoryChange,
    pictures: 'category',
    reply: category,
  }),
  'DELETE /categories/:id': admin(
    'catalogue.edit',
    'deleteCategory',
    'Delete a category without products',
    remove,
  ),
  'PUT /categories/:id/navbar': admin(
    'catalogue.edit',
    'setCategoryInNavbar',
    'Show or hide a category in the navigation',
    {
      body: navbarRequest,
      reply: category,
    },
  ),
  'POST /categories/:id/subcategories': admin('catalogue.edit', 'createSubcategory', 'Create a subcategory', {
    body: newGroup,
    reply: subcategoryOf,
    status: 201,
    errors: taken,
  }),
  'PUT /categories/:id/subcategories/reorder': admin(
    'catalogue.edit',
    'reorderSubcategories',
    'Set the order of subcategories',
    { body: subcategoryOrder, reply: 'done' },
  ),
  'PUT /categories/:id/subcategories/:subId': admin(
    'catalogue.edit',
    'updateSubcategory',
    'Update a subcategory',
    {
      body: groupChange,
      reply: subcategoryOf,
      errors: taken,
    },
  ),
  'DELETE /categories/:id/subcategories/:subId': admin(
    'catalogue.edit',
    'deleteSubcategory',
    'Delete a subcategory',
    remove,
  ),
  'PUT /categories/:id/subcategories/:subId/move': admin(
    'catalogue.edit',
    'moveSubcategory',
    'Move a subcategory',
    {
      body: moveRequest,
      reply: subcategoryOf,
      errors: taken,
    },
  ),
  'GET /brands': ofGroups.anyone('listBrands', 'List brands', { ...list, reply: page(brand) }),
  'GET /brands/:id': ofGroups.anyone('getBrand', 'Get a brand', { reply: brand, isCached: true }),
  'POST /brands': ofGroups.admin('catalogue.edit', 'createBrand', 'Create a brand', createBrand),
  'PUT /brands/:id': ofGroups.admin('catalogue.edit', 'updateBrand', 'Update a brand', updateBrand),
  'DELETE /brands/:id': ofGroups.admin(
    'catalogue.edit',
    'deleteBrand',
    'Delete a brand without products',
    remove,
  ),
  'GET /product-types': ofGroups.anyone('listProductTypes', 'List product types', {
    ...list,
    reply: page(group),
  }),
  'GET /product-types/:id': ofGroups.anyone('getProductType', 'Get a product type', {
    reply: group,
    isCached: true,
  }),
  'POST /product-types': ofGroups.admin(
    'catalogue.edit',
    'createProductType',
    'Create a product type',
    create,
  ),
  'PUT /product-types/:id': ofGroups.admin(
    'catalogue.edit',
    'updateProductType',
    'Update a product type',
    update,
  ),
  'DELETE /product-types/:id': ofGroups.admin(
    'catalogue.edit',
    'deleteProductType',
    'Delete a product type without products',
    remove,
  ),

  'GET /collections/:id': ofCollections.anyone('getCollection', 'Get a collection by id or slug', {
    reply: collection,
    isCached: true,
  }),
  'GET /catalogue/collections': ofCollections.admin(
    'catalogue.edit',
    'listCollections',
    'List the collections',
    {
      reply: z.array(collectionSummary),
    },
  ),
  'GET /catalogue/collections/:id': ofCollections.admin(
    'catalogue.edit',
    'getOwnedCollection',
    'Get a collection with its rules or products',
    { reply: ownedCollection },
  ),
  'POST /catalogue/collections': ofCollections.admin(
    'catalogue.edit',
    'createCollection',
    'Create a collection',
    {
      body: collectionInput,
      reply: ownedCollection,
      status: 201,
      errors: ['slug_taken'],
    },
  ),
  'PUT /catalogue/collections/:id': ofCollections.admin(
    'catalogue.edit',
    'updateCollection',
    'Change a collection',
    { body: collectionInput, reply: ownedCollection, errors: ['slug_taken'] },
  ),
  'DELETE /catalogue/collections/:id': ofCollections.admin(
    'catalogue.edit',
    'deleteCollection',
    'Delete a collection',
    { reply: 'done' },
  ),
};
