import { z } from 'zod';
import {
  listPrice,
  listPriceInput,
  listPricesQuery,
  ownPrices,
  ownPricesQuery,
  priceImport,
  priceImportQuery,
  priceList,
  priceListInput,
} from '../catalogue/price-lists.ts';
import { paging } from '../wire.ts';
import { page, tagged } from './call.ts';

const { admin, signedIn } = tagged('Price lists');

export const priceListCalls = {
  'GET /account/prices': signedIn(
    'getOwnPrices',
    'Get your prices of those of these products that cost you less than in the catalogue',
    { query: ownPricesQuery, reply: z.array(ownPrices) },
  ),
  'GET /price-lists': admin('discounts.edit', 'listPriceLists', 'List the price lists, by name', {
    query: z.object(paging),
    reply: page(priceList),
  }),
  'POST /price-lists': admin('discounts.edit', 'createPriceList', 'Create a price list', {
    body: priceListInput,
    reply: priceList,
    status: 201,
    errors: ['name_taken', 'step_up_required'],
  }),
  'GET /price-lists/:id': admin('discounts.edit', 'getPriceList', 'Get a price list', { reply: priceList }),
  'PUT /price-lists/:id': admin('discounts.edit', 'updatePriceList', 'Update a price list', {
    body: priceListInput,
    reply: priceList,
    errors: ['name_taken', 'step_up_required'],
  }),
  'DELETE /price-lists/:id': admin(
    'discounts.edit',
    'deletePriceList',
    'Delete a price list; orders keep what they cost',
    { reply: 'done' },
  ),
  'GET /price-lists/:id/prices': admin(
    'discounts.edit',
    'listListPrices',
    'List the variants with a price of their own in a price list, by name',
    { query: listPricesQuery, reply: page(listPrice) },
  ),
  'PUT /price-lists/:id/prices/:variant': admin(
    'discounts.edit',
    'setListPrice',
    'Set the price of a variant in a price list',
    { body: listPriceInput, reply: listPrice, errors: ['step_up_required'] },
  ),
  'DELETE /price-lists/:id/prices/:variant': admin(
    'discounts.edit',
    'removeListPrice',
    'Remove the price of a variant from a price list',
    { reply: 'done', errors: ['step_up_required'] },
  ),
  'GET /price-lists/:id/prices/export.csv': admin(
    'discounts.edit',
    'exportListPrices',
    'Export the prices of a price list',
    { reply: 'text/csv' },
  ),
  'POST /price-lists/:id/prices/import': admin(
    'discounts.edit',
    'importListPrices',
    'Check a CSV file with the columns SKU and Price, and with `save` set these prices',
    { query: priceImportQuery, files: ['file'], reply: priceImport, errors: ['step_up_required'] },
  ),
};
