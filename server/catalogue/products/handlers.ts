import { maxVideoBytes } from '../../../shared/contract/catalogue/catalogue-admin.ts';
import { openFile } from '../../http/form.ts';
import type { Handlers } from '../../http/handlers.ts';

/** Products, one and many. */
export const productHandlers = {
  'GET /products': ({ shop, query }) => shop.catalogue.listProducts(query),
  'GET /facets': ({ shop, query }) => shop.catalogue.listFacets(query),
  'GET /products/:id': ({ shop, params }) => shop.catalogue.getProduct(params.id),
  'POST /products/bulk': async ({ shop, body }) => ({
    products: await shop.catalogue.listProductsByIds(body.ids),
  }),
  'POST /products': ({ backOffice, body, uploads }) => backOffice.catalogue.createProduct(body, uploads),
  'PUT /products/:id': ({ backOffice, params, body, uploads }) =>
    backOffice.catalogue.updateProduct(params.id, body, uploads),
  'PATCH /products/:id': ({ backOffice, params, body, uploads }) =>
    backOffice.catalogue.updateProduct(params.id, body, uploads),
  'DELETE /products/:id': ({ backOffice, params }) => backOffice.catalogue.deleteProduct(params.id),
  'POST /products/:id/duplicate': ({ backOffice, params }) =>
    backOffice.catalogue.duplicateProduct(params.id),
  'GET /products/attention': ({ backOffice, query }) => backOffice.catalogue.countAttention(query),
  'GET /products/counts': ({ backOffice }) => backOffice.catalogue.countProducts(),
  'GET /products/export.csv': ({ backOffice, query }) => ({
    filename: 'products.csv',
    content: backOffice.catalogue.exportProducts(query),
  }),
  'POST /upload/video': async ({ backOffice, request }) => {
    const { file } = await openFile(request, 'Please choose a video', { fileSize: maxVideoBytes });
    const path = await backOffice.catalogue.storeVideo(file.file);
    return { success: true, path, url: `/${path}` };
  },
  'POST /products/batch/preview': ({ backOffice, body }) => backOffice.catalogue.previewBatch(body),
  'POST /products/batch': ({ backOffice, body }) => backOffice.catalogue.startBatch(body),
  'GET /settings/search': ({ backOffice }) => backOffice.catalogue.getSearchSettings(),
  'PUT /settings/search': ({ backOffice, body }) => backOffice.catalogue.updateSynonyms(body.synonyms),
  'GET /products/batch': ({ backOffice }) => backOffice.catalogue.listBatches(),
  'GET /products/batch/:id': ({ backOffice, params }) => backOffice.catalogue.getBatch(params.id),
  'POST /products/batch/:id/undo': ({ backOffice, params }) => backOffice.catalogue.undoBatch(params.id),
} satisfies Partial<Handlers>;
