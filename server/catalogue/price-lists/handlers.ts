import { z } from 'zod';
import { readFile } from '../../http/form.ts';
import type { Handlers } from '../../http/handlers.ts';

/** A file with 250,000 prices has about 20 MB. */
const maxFile = { fileSize: 40 * 1024 ** 2 };

/** Price lists in the back office, and the prices of a customer. */
export const priceListHandlers = {
  'GET /account/prices': ({ shop, query }) => shop.catalogue.getOwnPrices(query.product_ids),
  'GET /price-lists': ({ backOffice, query }) => backOffice.catalogue.listPriceLists(query),
  'POST /price-lists': ({ backOffice, body }) => backOffice.catalogue.createPriceList(body),
  'GET /price-lists/:id': ({ backOffice, params }) => backOffice.catalogue.getPriceList(params.id),
  'PUT /price-lists/:id': ({ backOffice, params, body }) =>
    backOffice.catalogue.updatePriceList(params.id, body),
  'DELETE /price-lists/:id': ({ backOffice, params }) => backOffice.catalogue.deletePriceList(params.id),
  'GET /price-lists/:id/prices': ({ backOffice, params, query }) =>
    backOffice.catalogue.listListPrices(params.id, query),
  'PUT /price-lists/:id/prices/:variant': ({ backOffice, params, body }) =>
    backOffice.catalogue.setListPrice(params.id, params.variant, body.price),
  'DELETE /price-lists/:id/prices/:variant': ({ backOffice, params }) =>
    backOffice.catalogue.removeListPrice(params.id, params.variant),
  'GET /price-lists/:id/prices/export.csv': ({ backOffice, params }) =>
    backOffice.catalogue.exportListPrices(params.id),
  'POST /price-lists/:id/prices/import': async ({ backOffice, request, params, query }) => {
    const { bytes, name } = await readFile(request, 'Please choose a CSV file', z.object({}), maxFile);
    return backOffice.catalogue.importListPrices(params.id, query.save, bytes, name);
  },
} satisfies Partial<Handlers>;
