import type { Handlers } from '../http/handlers.ts';

/** The documents of orders. */
export const invoiceHandlers = {
  'GET /razorpay/invoice/:id': ({ shop, params, orderKey }) => shop.invoices.getInvoice(params.id, orderKey),
  'GET /razorpay/orders/:id/invoice': ({ shop, params, orderKey }) =>
    shop.invoices.getInvoice(params.id, orderKey),
  'GET /razorpay/credit-note/:id': ({ shop, params, orderKey }) =>
    shop.invoices.getCreditNote(params.id, orderKey),
} satisfies Partial<Handlers>;
