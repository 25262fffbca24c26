import { z } from 'zod';
import { paging } from '../wire.ts';

const approvalState = z.enum(['waiting', 'approved', 'rejected'], 'Must be waiting, approved or rejected');

/** A refund above the amount of the settings, which another admin has to approve. `amount` in rupees. */
export const refundApproval = z.object({
  _id: z.string(),
  order_id: z.string(),
  order_number: z.string(),
  amount: z.number(),
  reason: z.string(),
  requestedBy: z.string(),
  requestedAt: z.string(),
  /** Whether the caller requested it, so that she can't approve it. */
  isOwn: z.boolean(),
  state: approvalState,
  decidedBy: z.string().nullable(),
  decidedAt: z.string().nullable(),
});
export type RefundApproval = z.infer<typeof refundApproval>;

/** Query of `GET /refund-approvals`: newest first; `order` is the id of an order. */
export const refundApprovalQuery = z.object({
  ...paging,
  state: approvalState.default('waiting'),
  order: z.uuid('Must be the id of an order').optional(),
});
export type RefundApprovalQuery = z.infer<typeof refundApprovalQuery>;
