import { z } from 'zod';
import { readFile } from '../http/form.ts';
import type { Handlers } from '../http/handlers.ts';

/** Orders that are paid on delivery. */
export const codHandlers = {
  'POST /order/:id/confirm': ({ shop, params, body }) =>
    shop.cashOnDelivery.confirmOrder(params.id, body.token),
  'POST /order/admin/:id/confirm': ({ backOffice, params }) =>
    backOffice.cashOnDelivery.confirmOrder(params.id),
  'PUT /order/admin/:id/cod-block': ({ backOffice, params, body }) =>
    backOffice.cashOnDelivery.blockBuyer(params.id, body.blocked),
  'GET /cod-blocks': ({ backOffice }) => backOffice.cashOnDelivery.listCodBlocks(),
  'POST /cod-blocks': ({ backOffice, body }) => backOffice.cashOnDelivery.addCodBlock(body.contact),
  'DELETE /cod-blocks/:id': ({ backOffice, params }) => backOffice.cashOnDelivery.removeCodBlock(params.id),
  'POST /cod-remittances': async ({ backOffice, request, query }) => {
    const { bytes } = await readFile(request, 'Please choose a CSV file', z.object({}));
    return backOffice.remittances.importRemittances(bytes, query.apply);
  },
} satisfies Partial<Handlers>;
