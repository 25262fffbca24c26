import { z } from 'zod';
import {
  attentionCounts,
  bulkReply,
  bulkRequest,
  facet,
  product,
  productList,
  productQuery,
  stockAlertRequest,
  stopAlertsRequest,
} from '../catalogue/catalogue.ts';
import {
  catalogueCounts,
  feedChange,
  feedList,
  newProduct,
  productChange,
  searchSettings,
  synonymSets,
  uploadQuery,
  uploadReply,
  videoReply,
} from '../catalogue/catalogue-admin.ts';
import {
  batch,
  batchPreview,
  batchRequest,
  importArchive,
  importFields,
  importJob,
  importPlan,
  matchingQuery,
} from '../catalogue/catalogue-jobs.ts';
import { labelRequest } from '../catalogue/labels.ts';
import {
  tableIds,
  tableQuery,
  tableRows,
  tableRowsRequest,
  tableSave,
  tableSaved,
} from '../catalogue/product-table.ts';
import { ownedSizeGuide, sizeGuide, sizeGuideList } from '../catalogue/size-guides.ts';
import { countedStock, stockAdjustment, stockCount, stockQuery, variantStock } from '../catalogue/stock.ts';
import { tagged } from './call.ts';

const { anyone, proof, admin } = tagged('Products');
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
    isCached: true,
  }),
  'GET /facets': anyone('listFacets', 'List what products can be filtered by, with their numbers', {
    query: productQuery,
    reply: z.array(facet),
    isCached: true,
  }),
  'GET /products/:id': anyone('getProduct', 'Get a product by id or slug', {
    reply: product,
    isCached: true,
  }),
  'POST /products/bulk': anyone('listProductsByIds', 'Get the products of a list of ids', {
    body: bulkRequest,
    reply: bulkReply,
    isCached: true,
    limit: 300,
  }),
  'POST /stock-alerts': anyone('requestStockAlert', 'Ask for one mail when a variant is back in stock', {
    body: stockAlertRequest,
    reply: 'done',
    errors: ['not_found'],
    limit: true,
  }),
  'POST /stock-alerts/stop': proof('stopStockAlerts', 'Delete all waiting alerts of a mailbox', {
    body: stopAlertsRequest,
    reply: 'done',
    limit: 'address',
    errors: ['not_found'],
  }),
  'POST /products': admin('catalogue.edit', 'createProduct', 'Create a product', {
    body: newProduct,
    ...pictures,
    reply: product,
    status: 201,
    errors: ['slug_taken', 'sku_taken'],
  }),
  'PUT /products/:id': admin('catalogue.edit', 'replaceProduct', 'Update a product', change),
  'PATCH /products/:id': admin('catalogue.edit', 'updateProduct', 'Update a product', change),
  'DELETE /products/:id': admin(
    'catalogue.edit',
    'deleteProduct',
    'Delete a product; orders keep showing it',
    {
      reply: 'done',
    },
  ),
  'POST /products/:id/duplicate': admin(
    'catalogue.edit',
    'duplicateProduct',
    'Create a draft from a product',
    {
      reply: product,
      status: 201,
    },
  ),
  'GET /products/attention': admin(
    'catalogue.edit',
    'countAttention',
    'Count the products that need attention, by reason',
    { query: matchingQuery, reply: attentionCounts },
  ),
  'GET /products/counts': admin('catalogue.edit', 'countProducts', 'Count products by status and stock', {
    reply: catalogueCounts,
  }),
  'GET /products/export.csv': admin('catalogue.edit', 'exportProducts', 'Export the matching products', {
    query: matchingQuery,
    reply: 'text/csv',
  }),
  'GET /products/table': admin('catalogue.edit', 'listTableIds', 'List the products of the spreadsheet', {
    query: tableQuery,
    reply: tableIds,
  }),
  'POST /products/table/rows': admin('catalogue.edit', 'listTableRows', 'Get rows of the spreadsheet', {
    body: tableRowsRequest,
    reply: tableRows,
  }),
  'POST /products/table': admin('catalogue.edit', 'saveTableRows', 'Save changed rows of the spreadsheet', {
    body: tableSave,
    reply: tableSaved,
  }),
  'GET /products/stock': admin(
    'catalogue.edit',
    'getVariantStock',
    'Get the stock of a variant with its history',
    {
      query: stockQuery,
      reply: variantStock,
      errors: ['not_found'],
    },
  ),
  'POST /products/stock': admin('catalogue.edit', 'adjustStock', 'Adjust the stock of a variant', {
    body: stockAdjustment,
    reply: variantStock,
    errors: ['not_found', 'stock_changed'],
  }),
  'POST /products/stock/count': admin('catalogue.edit', 'countStock', 'Correct stock by a count', {
    body: stockCount,
    reply: countedStock,
  }),
  'POST /products/labels': admin('catalogue.edit', 'printLabels', 'Print barcode labels of variants', {
    body: labelRequest,
    reply: 'application/pdf',
    errors: ['not_found'],
  }),
  'POST /products/batch/preview': admin(
    'catalogue.edit',
    'previewBatch',
    'Preview a change to many products',
    {
      body: batchRequest,
      reply: batchPreview,
    },
  ),
  'POST /products/batch': admin('catalogue.edit', 'startBatch', 'Change many products in a job', {
    body: batchRequest,
    reply: batch,
    status: 202,
  }),
  'GET /products/batch': admin('catalogue.edit', 'listBatches', 'List your latest batch jobs', {
    reply: z.array(batch),
  }),
  'GET /products/batch/:id': admin('catalogue.edit', 'getBatch', 'Get the progress of a batch job', {
    reply: batch,
  }),
  'POST /products/batch/:id/undo': admin('catalogue.edit', 'undoBatch', 'Undo a batch job', {
    reply: batch,
    status: 202,
    errors: ['not_undoable'],
  }),
  'POST /products/import/plan': admin('catalogue.edit', 'planImport', 'Preview the import of a CSV file', {
    body: importFields,
    files: ['file'],
    reply: importPlan,
  }),
  'POST /products/import/pictures': admin(
    'catalogue.edit',
    'uploadImportPictures',
    'Upload the pictures of an import as a ZIP',
    {
      files: ['file'],
      reply: importArchive,
      status: 201,
    },
  ),
  'POST /products/import': admin(
    'catalogue.edit',
    'startImport',
    'Import products from a CSV file in a job',
    {
      body: importFields,
      files: ['file'],
      reply: importJob,
      status: 202,
    },
  ),
  'GET /products/import': admin('catalogue.edit', 'listImports', 'List the latest imports', {
    reply: z.array(importJob),
  }),
  'GET /products/import/:id': admin('catalogue.edit', 'getImport', 'Get the progress of an import', {
    reply: importJob,
  }),
  'POST /products/import/:id/pictures': admin(
    'catalogue.edit',
    'retryImportPictures',
    'Fetch the failed pictures of an import again',
    { reply: importJob, status: 202, errors: ['nothing_to_fetch', 'storage_full'] },
  ),
  'GET /products/import/:id/report.csv': admin(
    'catalogue.edit',
    'getImportReport',
    'Get what an import left open, line by line',
    { reply: 'text/csv' },
  ),
  'GET /settings/search': admin(
    'catalogue.edit',
    'getSearchSettings',
    'Get the synonyms of the search, and searches without a result',
    { reply: searchSettings },
  ),
  'PUT /settings/search': admin('catalogue.edit', 'updateSynonyms', 'Replace the synonyms of the search', {
    body: synonymSets,
    reply: searchSettings,
    errors: ['validation_failed'],
  }),
  'GET /size-guides/:id': anyone('getSizeGuide', 'Get a size guide', { reply: sizeGuide, isCached: true }),
  'GET /settings/size-guides': admin('catalogue.edit', 'listSizeGuides', 'List the size guides', {
    reply: z.object({ guides: z.array(ownedSizeGuide) }),
  }),
  'PUT /settings/size-guides': admin('catalogue.edit', 'replaceSizeGuides', 'Replace all size guides', {
    body: sizeGuideList,
    reply: z.object({ guides: z.array(ownedSizeGuide) }),
  }),
  'GET /settings/feeds': admin('catalogue.edit', 'listFeeds', 'List the product feeds', { reply: feedList }),
  'PUT /settings/feeds': admin('catalogue.edit', 'setFeeds', 'Switch product feeds on and off', {
    body: feedChange,
    reply: feedList,
  }),
  'POST /upload': admin('pictures.upload', 'uploadPictures', 'Upload pictures', {
    query: uploadQuery,
    files: ['image', 'images'],
    pictures: 'by-query',
    reply: uploadReply,
    status: 201,
  }),
  'POST /upload/video': admin('pictures.upload', 'uploadVideo', 'Upload a video of a product', {
    files: ['file'],
    reply: videoReply,
    status: 201,
  }),
};
