import { z } from 'zod';
import { bulkReply, bulkRequest, product, productList, productQuery } from '../catalogue.ts';
import { catalogueCounts, newProduct, productChange, uploadQuery, uploadReply } from '../catalogue-admin.ts';
import {
  batch,
  batchRequest,
  importArchive,
  importFields,
  importJob,
  importPlan,
  matchingQuery,
} from '../catalogue-jobs.ts';
import { tagged } from './call.ts';

const { anyone, admin } = tagged('Products');
const pictures = { files: ['image', 'images'], pictures: 'product' } as const;
const change = {
  body: productChange,
  ...pictures,
  reply: product,
  errors: ['slug_taken', 'sku_taken', 'stock_changed', 'product_changed'],
} as const;

export const productCalls = {
  'GET /products': anyone('listProducts', 'List, search and filter products', {
    query: productQuery,
    reply: productList,
  }),
  'GET /products/:id': anyone('getProduct', 'Get a product by id or slug', { reply: product }),
  'POST /products/bulk': anyone('listProductsByIds', 'Get the products of a list of ids', {
    body: bulkRequest,
    reply: bulkReply,
  }),
  'POST /products': admin('createProduct', 'Create a product', {
    body: newProduct,
    ...pictures,
    reply: product,
    status: 201,
    errors: ['slug_taken', 'sku_taken'],
  }),
  'PUT /products/:id': admin('replaceProduct', 'Update a product', change),
  'PATCH /products/:id': admin('updateProduct', 'Update a product', change),
  'DELETE /products/:id': admin('deleteProduct', 'Delete a product; orders keep showing it', {
    reply: 'done',
  }),
  'POST /products/:id/duplicate': admin('duplicateProduct', 'Create a draft from a product', {
    reply: product,
    status: 201,
  }),
  'GET /products/counts': admin('countProducts', 'Count products by status and stock', {
    reply: catalogueCounts,
  }),
  'GET /products/export.csv': admin('exportProducts', 'Export the matching products', {
    query: matchingQuery,
    reply: 'text/csv',
  }),
  'POST /products/batch': admin('startBatch', 'Change many products in a job', {
    body: batchRequest,
    reply: batch,
    status: 202,
  }),
  'GET /products/batch': admin('listBatches', 'List your latest batch jobs', { reply: z.array(batch) }),
  'GET /products/batch/:id': admin('getBatch', 'Get the progress of a batch job', { reply: batch }),
  'POST /products/batch/:id/undo': admin('undoBatch', 'Undo a batch job', {
    reply: batch,
    status: 202,
    errors: ['not_undoable'],
  }),
  'POST /products/import/plan': admin('planImport', 'Preview the import of a CSV file', {
    body: importFields,
    files: ['file'],
    reply: importPlan,
  }),
  'POST /products/import/pictures': admin(
    'uploadImportPictures',
    'Upload the pictures of an import as a ZIP',
    {
      files: ['file'],
      reply: importArchive,
      status: 201,
    },
  ),
  'POST /products/import': admin('startImport', 'Import products from a CSV file in a job', {
    body: importFields,
    files: ['file'],
    reply: importJob,
    status: 202,
  }),
  'GET /products/import': admin('listImports', 'List the latest imports', { reply: z.array(importJob) }),
  'GET /products/import/:id': admin('getImport', 'Get the progress of an import', { reply: importJob }),
  'POST /products/import/:id/pictures': admin(
    'retryImportPictures',
    'Fetch the failed pictures of an import again',
    { reply: importJob, status: 202, errors: ['nothing_to_fetch'] },
  ),
  'GET /products/import/:id/report.csv': admin(
    'getImportReport',
    'Get what an import left open, line by line',
    { reply: 'text/csv' },
  ),
  'POST /upload': admin('uploadPictures', 'Upload pictures', {
    query: uploadQuery,
    files: ['image', 'images'],
    pictures: 'by-query',
    reply: uploadReply,
    status: 201,
  }),
};
