import type { Handlers } from '../../http/handlers.ts';

/** The stock of variants. */
export const stockHandlers = {
  'GET /products/stock': ({ backOffice, query }) => backOffice.catalogue.getVariantStock(query),
  'POST /products/stock': ({ backOffice, body }) => backOffice.catalogue.adjustStock(body),
  'POST /products/stock/count': async ({ backOffice, body }) => ({
    lines: await backOffice.catalogue.countStock(body),
  }),
} satisfies Partial<Handlers>;
