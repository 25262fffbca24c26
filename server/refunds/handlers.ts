import type { Handlers } from '../http/handlers.ts';

/** Refunds and their approval. */
export const refundHandlers = {
  'GET /order/admin/:id/refund': ({ backOffice, params }) => backOffice.refunds.getRefundable(params.id),
  'POST /order/admin/:id/refund': async ({ backOffice, params, body, headers, reply }) => {
    const { isRequested, order } = await backOffice.refunds.refund(
      params.id,
      body,
      headers['idempotency-key'],
    );
    if (!isRequested) reply.status(202);
    return order;
  },
  'GET /refund-approvals': ({ backOffice, query }) => backOffice.refunds.listRefundApprovals(query),
  'POST /refund-approvals/:id/approve': ({ backOffice, params }) =>
    backOffice.refunds.approveRefund(params.id),
  'POST /refund-approvals/:id/reject': ({ backOffice, params }) => backOffice.refunds.rejectRefund(params.id),
} satisfies Partial<Handlers>;
