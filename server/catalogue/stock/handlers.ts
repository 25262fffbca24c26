import type { Handlers } from '../../http/handlers.ts';

/** The stock of variants, and their barcode labels. */
export const stockHandlers = {
  'GET /products/stock': ({ backOffice, query }) => backOffice.catalogue.getVariantStock(query),
  'POST /products/stock': ({ backOffice, body }) => backOffice.catalogue.adjustStock(body),
  'POST /products/stock/count': async ({ backOffice, body }) => ({
    lines: await backOffice.catalogue.countStock(body),
  }),
  'POST /products/labels': async ({ backOffice, body }) => ({
    filename: 'labels.pdf',
    pdf: await backOffice.catalogue.printLabels(body),
  }),
} satisfies Partial<Handlers>;
