import { z } from 'zod';
import { readFile } from '../http/form.ts';
import type { Handlers } from '../http/handlers.ts';

/** Payments, and what admins do with the money and goods of orders. The webhook is in payments/handlers.ts. */
export const checkoutHandlers = {
  'GET /razorpay/checkout-config': ({ shop }) => shop.checkout.window(),
  'POST /razorpay/quote': ({ shop, body }) => shop.checkout.quote(body),
  'POST /razorpay/create-order': ({ shop, body, headers }) => shop.checkout.createOrder(body, headers),
  'POST /order/cash-on-delivery': ({ shop, body, headers }) => shop.checkout.createCodOrder(body, headers),
  'POST /order/:id/confirm': ({ shop, params, body }) => shop.checkout.confirmOrder(params.id, body.token),
  'GET /razorpay/checkout-queue': ({ shop, query }) => shop.checkout.lookAtPlace(query.place),
  'POST /razorpay/verify-payment': async ({ shop, body, orderKey, reply }) => {
    const outcome = await shop.checkout.verifyPayment(body, orderKey);
    if (outcome.pending) reply.status(202);
    return outcome;
  },
  'POST /razorpay/callback': ({ shop, body }) => shop.checkout.returnFromWindow(body ?? {}),
  'GET /razorpay/orders/:id/status': ({ shop, params, orderKey }) =>
    shop.checkout.paymentState(params.id, orderKey),
  'POST /razorpay/orders/:id/payment': ({ shop, params, orderKey }) =>
    shop.checkout.reopenPayment(params.id, orderKey),

  'POST /discounts/try': ({ backOffice, body }) => backOffice.checkout.tryDiscount(body),
  'POST /order/admin/quote': ({ backOffice, body }) => backOffice.checkout.quote(body),
  'POST /order/admin': ({ backOffice, body, headers }) =>
    backOffice.checkout.createOrder(body, headers['idempotency-key']),
  'PUT /order/admin/:id/contact': ({ backOffice, params, body }) =>
    backOffice.checkout.changeContact(params.id, body),
  'POST /order/admin/:id/lines/quote': ({ backOffice, params, body }) =>
    backOffice.checkout.quoteLines(params.id, body),
  'PUT /order/admin/:id/lines': ({ backOffice, params, body, headers }) =>
    backOffice.checkout.changeLines(params.id, body, headers['idempotency-key']),
  'POST /order/admin/:id/due': ({ backOffice, params, body }) =>
    backOffice.checkout.collectDue(params.id, body),
  'DELETE /order/admin/:id/due': ({ backOffice, params }) => backOffice.checkout.withdrawRequest(params.id),
  'PUT /order/admin/:id/status': ({ backOffice, params, body }) =>
    backOffice.checkout.setStatus(params.id, body),
  'POST /order/admin/:id/confirm': ({ backOffice, params }) => backOffice.checkout.confirmOrder(params.id),
  'POST /order/admin/:id/pickup-ready': ({ backOffice, params }) =>
    backOffice.checkout.markReadyForPickup(params.id),
  'PUT /order/admin/:id/cod-block': ({ backOffice, params, body }) =>
    backOffice.checkout.blockBuyer(params.id, body.blocked),
  'GET /cod-blocks': ({ backOffice }) => backOffice.checkout.listCodBlocks(),
  'POST /cod-blocks': ({ backOffice, body }) => backOffice.checkout.addCodBlock(body.contact),
  'DELETE /cod-blocks/:id': ({ backOffice, params }) => backOffice.checkout.removeCodBlock(params.id),
  'POST /cod-remittances': async ({ backOffice, request, query }) => {
    const { bytes } = await readFile(request, 'Please choose a CSV file', z.object({}));
    return backOffice.checkout.importRemittances(bytes, query.apply);
  },
  'POST /order/admin/:id/shipments': ({ backOffice, params, body }) =>
    backOffice.checkout.createShipment(params.id, body),
  'PUT /order/admin/:id/shipments/:shipment': ({ backOffice, params, body }) =>
    backOffice.checkout.changeShipment(params.id, params.shipment, body),
  'POST /order/admin/batch': ({ backOffice, body }) => backOffice.checkout.startOrderBatch(body),
  'GET /order/admin/batch': ({ backOffice }) => backOffice.checkout.listOrderBatches(),
  'GET /order/admin/batch/:id': ({ backOffice, params }) => backOffice.checkout.getOrderBatch(params.id),
  'GET /order/admin/batch/:id/courier.csv': ({ backOffice, params }) =>
    backOffice.checkout.getCourierFile(params.id),
  'GET /order/admin/:id/refund': ({ backOffice, params }) => backOffice.checkout.getRefundable(params.id),
  'POST /order/admin/:id/refund': async ({ backOffice, params, body, headers, reply }) => {
    const { isRequested, order } = await backOffice.checkout.refund(
      params.id,
      body,
      headers['idempotency-key'],
    );
    if (!isRequested) reply.status(202);
    return order;
  },
  'GET /refund-approvals': ({ backOffice, query }) => backOffice.checkout.listRefundApprovals(query),
  'POST /refund-approvals/:id/approve': ({ backOffice, params }) =>
    backOffice.checkout.approveRefund(params.id),
  'POST /refund-approvals/:id/reject': ({ backOffice, params }) =>
    backOffice.checkout.rejectRefund(params.id),
  'POST /order/admin/:id/check': ({ backOffice, params }) => backOffice.checkout.checkWithProvider(params.id),
  'GET /order/admin/tests': ({ backOffice }) => backOffice.checkout.getTestOrders(),
  'POST /order/admin/tests/remove': ({ backOffice, body }) =>
    backOffice.checkout.removeTestOrders(body.orders),
  'GET /attention': ({ backOffice, query }) => backOffice.checkout.listAttention(query),
  'POST /attention/:id/resolve': ({ backOffice, params, body }) =>
    backOffice.checkout.resolveAttention(params.id, body.remedy),
} satisfies Partial<Handlers>;
