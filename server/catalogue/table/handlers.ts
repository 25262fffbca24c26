import type { Handlers } from '../../http/handlers.ts';

/** The spreadsheet of products. */
export const tableHandlers = {
  'GET /products/table': ({ backOffice, query }) => backOffice.catalogue.listTableIds(query),
  'POST /products/table/rows': async ({ backOffice, body }) => ({
    products: await backOffice.catalogue.listTableRows(body.ids),
  }),
  'POST /products/table': async ({ backOffice, body }) => ({
    results: await backOffice.catalogue.saveTableRows(body.products),
  }),
} satisfies Partial<Handlers>;
