import { z } from 'zod';
import { messageReply } from '../accounts/accounts.ts';
import { noteRequest, tagChange } from '../accounts/notes-and-tags.ts';
import { attentionItem, attentionQuery, resolveRequest } from '../attention.ts';
import { orderActivity } from '../orders/order-activity.ts';
import { newOrderView, orderBatch, orderBatchRequest, orderView } from '../orders/order-batches.ts';
import { lookUpRequest } from '../orders/order-look-up.ts';
import { orderUpdates, orderUpdatesQuery } from '../orders/order-updates.ts';
import {
  adminOrder,
  adminOrderQuery,
  matchingOrders,
  order,
  orderKeyQuery,
  orderStats,
  statusChange,
} from '../orders/orders.ts';
import { printJob, printRequest } from '../orders/print-jobs.ts';
import { refundApproval, refundApprovalQuery, refundable, refundRequest } from '../orders/refunds.ts';
import { newShipment, shipmentChange } from '../orders/shipments.ts';
import { removedTestOrders, removeTestOrders, testOrders } from '../orders/test-orders.ts';
import { idempotencyHeaders, paging } from '../wire.ts';
import { page, tagged } from './call.ts';

const { anyone, own, admin } = tagged('Orders');
/** The limit is above what any page needs, and far below what guessing a key needs. */
const getOrder = { query: orderKeyQuery, reply: order, limit: 120 } as const;
const getPdf = { query: orderKeyQuery, reply: 'application/pdf', limit: 120 } as const;

export const orderCalls = {
  'GET /order/:id': own('orders.viewAll', 'getOrder', 'Get an order', getOrder),
  'GET /razorpay/orders/:id': own(
    'orders.viewAll',
    'getOrderOfPayment',
    'Get an order; the same as /order/{id}',
    getOrder,
  ),
  'GET /order/user/:id': own('orders.viewAll', 'listOrdersOfUser', 'List the orders of a user', {
    query: z.object(paging),
    reply: page(order),
  }),
  'POST /order/look-up': anyone('sendOrderLink', 'Send the link of an order to its email address', {
    body: lookUpRequest,
    reply: messageReply,
    status: 202,
    limit: true,
  }),
  'GET /razorpay/invoice/:id': own('orders.viewAll', 'getInvoice', 'Get the invoice of an order', getPdf),
  'GET /razorpay/orders/:id/invoice': own(
    'orders.viewAll',
    'getInvoiceOfOrder',
    'The same as /razorpay/invoice/{id}',
    getPdf,
  ),
  'GET /razorpay/credit-note/:id': own(
    'orders.viewAll',
    'getCreditNote',
    'Get a credit note of an order',
    getPdf,
  ),
  'GET /order/admin': admin('orders.view', 'listOrders', 'List, search and filter orders', {
    query: adminOrderQuery,
    reply: page(adminOrder),
  }),
  'GET /order/admin/stats': admin(
    'reports.view',
    'getOrderStats',
    'Get the figures above the list of orders',
    {
      reply: orderStats,
    },
  ),
  'GET /order/admin/export.csv': admin('orders.export', 'exportOrders', 'Export the matching orders', {
    stepUp: true,
    query: matchingOrders,
    reply: 'text/csv',
  }),
  'GET /order/admin/news': admin('orders.view', 'waitForOrders', 'Wait for new and changed orders', {
    query: orderUpdatesQuery,
    reply: orderUpdates,
    isBackground: true,
  }),
  'POST /order/admin/batch': admin('orders.fulfil', 'startOrderBatch', 'Pack, ship or deliver many orders', {
    body: orderBatchRequest,
    reply: orderBatch,
    status: 202,
    errors: ['not_bookable'],
  }),
  'GET /order/admin/batch': admin(
    'orders.view',
    'listOrderBatches',
    'List the latest own batches of orders',
    {
      reply: z.array(orderBatch),
    },
  ),
  'GET /order/admin/batch/:id': admin(
    'orders.fulfil',
    'getOrderBatch',
    'Get the progress of a batch of orders',
    {
      reply: orderBatch,
    },
  ),
  'GET /order/admin/batch/:id/courier.csv': admin(
    'orders.export',
    'getCourierFile',
    'Get the file for the bulk upload of a courier',
    { stepUp: true, reply: 'text/csv' },
  ),
  'GET /order/admin/views': admin('orders.view', 'listOrderViews', 'List the own saved views of the orders', {
    reply: z.array(orderView),
  }),
  'POST /order/admin/views': admin('orders.view', 'saveOrderView', 'Save a view of the orders', {
    body: newOrderView,
    reply: z.array(orderView),
    status: 201,
    errors: ['too_many_views'],
  }),
  'DELETE /order/admin/views/:id': admin(
    'orders.view',
    'deleteOrderView',
    'Remove a saved view of the orders',
    {
      reply: 'done',
    },
  ),
  'GET /order/admin/:id': admin(
    'orders.view',
    'getOrderForAdmin',
    'Get an order with its ledger and timeline',
    {
      reply: adminOrder,
    },
  ),
  'GET /order/admin/tags': admin('orders.view', 'listOrderTags', 'List the tags of orders', {
    reply: z.array(z.string()),
  }),
  'PATCH /order/admin/:id/tags': admin('orders.fulfil', 'changeOrderTags', 'Change the tags of an order', {
    body: tagChange,
    reply: adminOrder,
  }),
  'POST /order/admin/:id/notes': admin('orders.fulfil', 'addOrderNote', 'Add an internal note to an order', {
    body: noteRequest,
    reply: adminOrder,
    status: 201,
  }),
  'PUT /order/admin/:id/notes/:note': admin('orders.fulfil', 'editOrderNote', 'Change an own note', {
    body: noteRequest,
    reply: adminOrder,
  }),
  'DELETE /order/admin/:id/notes/:note': admin('orders.fulfil', 'deleteOrderNote', 'Delete an own note', {
    reply: adminOrder,
  }),
  'GET /order/admin/:id/activity': admin(
    'orders.viewAll',
    'listOrderActivity',
    'List the mails, documents and logged actions of an order',
    { reply: z.array(orderActivity) },
  ),
  'DELETE /order/admin/:id': admin('orders.edit', 'hideOrder', 'Hide an order from lists and figures', {
    reply: 'done',
  }),
  'POST /order/admin/:id/restore': admin('orders.edit', 'restoreOrder', 'Show a hidden order again', {
    reply: adminOrder,
  }),
  'PUT /order/admin/:id/status': admin('orders.fulfil', 'setOrderStatus', 'Set the status of an order', {
    body: statusChange,
    reply: adminOrder,
    errors: [
      'cod_in_parts',
      'cod_unconfirmed',
      'order_changed',
      'out_of_stock',
      'payment_requested',
      'provider_error',
      'step_up_required',
    ],
  }),
  'POST /order/admin/:id/shipments': admin(
    'orders.fulfil',
    'createShipment',
    'Pack or ship a part of an order',
    {
      body: newShipment,
      reply: adminOrder,
      status: 201,
      errors: [
        'cod_in_parts',
        'cod_unconfirmed',
        'nothing_to_pack',
        'order_changed',
        'order_ended',
        'payment_requested',
        'too_many_units',
      ],
    },
  ),
  'PUT /order/admin/:id/shipments/:shipment': admin('orders.fulfil', 'changeShipment', 'Change a shipment', {
    body: shipmentChange,
    reply: adminOrder,
    errors: ['order_changed', 'order_ended', 'out_of_stock'],
  }),
  'GET /order/admin/:id/refund': admin(
    'refunds.request',
    'getRefundable',
    'Get what can still be refunded of an order',
    {
      reply: refundable,
    },
  ),
  'POST /order/admin/:id/refund': admin('refunds.request', 'refundOrder', 'Refund an order', {
    stepUp: true,
    headers: idempotencyHeaders,
    body: refundRequest,
    reply: adminOrder,
    status: [201, 202],
    errors: [
      'already_resolved',
      'idempotency_mismatch',
      'not_editable',
      'nothing_to_refund',
      'refund_too_large',
      'too_many_units',
    ],
  }),
  'POST /order/admin/:id/check': admin(
    'orders.edit',
    'checkPayment',
    'Ask the payment provider about an order',
    {
      reply: adminOrder,
      errors: ['provider_error'],
    },
  ),
  'GET /order/admin/:id/packing-slip': admin(
    'orders.fulfil',
    'getPackingSlip',
    'Get the packing slip of an order',
    {
      reply: 'application/pdf',
    },
  ),
  'GET /order/admin/:id/label': admin('orders.fulfil', 'getLabel', 'Get the shipping label of an order', {
    reply: 'application/pdf',
  }),
  // Which documents an admin may print depends on their kind.
  'POST /order/admin/print-jobs': admin('orders.view', 'startPrintJob', 'Print documents of many orders', {
    body: printRequest,
    reply: printJob,
    status: 201,
  }),
  'GET /order/admin/print-jobs': admin('orders.view', 'listPrintJobs', 'List your print jobs', {
    reply: z.array(printJob),
  }),
  'GET /order/admin/print-jobs/:id': admin('orders.view', 'getPrintJob', 'Get the progress of a print job', {
    reply: printJob,
  }),
  'GET /order/admin/print-jobs/:id/file': admin('orders.view', 'getPrint', 'Get the PDF of a print job', {
    reply: 'application/pdf',
  }),
  'GET /order/admin/tests': admin('orders.edit', 'countTestOrders', 'Count the test orders', {
    reply: testOrders,
  }),
  'POST /order/admin/tests/remove': admin('orders.edit', 'removeTestOrders', 'Remove all test orders', {
    body: removeTestOrders,
    reply: removedTestOrders,
    errors: ['test_orders_changed'],
  }),
  'GET /refund-approvals': admin(
    'orders.viewAll',
    'listRefundApprovals',
    'List refunds that wait for approval',
    {
      query: refundApprovalQuery,
      reply: page(refundApproval),
    },
  ),
  'POST /refund-approvals/:id/approve': admin(
    'refunds.approve',
    'approveRefund',
    'Approve a refund that another admin has requested',
    { stepUp: true, reply: refundApproval, errors: ['already_resolved', 'not_editable', 'refund_too_large'] },
  ),
  'POST /refund-approvals/:id/reject': admin('refunds.approve', 'rejectRefund', 'Reject a refund', {
    reply: refundApproval,
    errors: ['already_resolved'],
  }),
  'GET /attention': admin('alerts.resolve', 'listAttention', 'List what needs attention', {
    query: attentionQuery,
    reply: page(attentionItem),
  }),
  'POST /attention/:id/resolve': admin('alerts.resolve', 'resolveAttention', 'Mark an entry as resolved', {
    body: resolveRequest,
    reply: attentionItem,
    errors: ['already_resolved', 'not_editable', 'nothing_to_refund', 'provider_error', 'step_up_required'],
  }),
};
