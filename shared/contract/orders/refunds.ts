import { z } from 'zod';
import { lineUnits, paging, rupeesAmount } from '../wire.ts';

/** Reply of `GET /order/admin/{id}/refund`: what can still be refunded. Amounts in rupees. */
export const refundable = z.object({
  amount: z.number(),
  lines: z.array(
    z.object({
      /** The `_id` of the line in `cart_items`. */
      line_id: z.string(),
      /** Units that no refund covers yet. */
      quantity: z.number(),
      /** Their price, less what was credited of it as goodwill. */
      amount: z.number(),
      /** The part of this amount that goes back to a free gift card. */
      free: z.number(),
      /** Units that can go back into stock. */
      restockable: z.number(),
      /** What was spent of its gift card, which is not refunded. */
      spent: z.number(),
    }),
  ),
});
export type Refundable = z.infer<typeof refundable>;

/**
 * Body of `POST /order/admin/{id}/refund`. With `lines`, their price is refunded, plus `amount` (rupees) as goodwill.
 * Without them, `amount` is goodwill; if it is all that is left, or absent, all remaining lines are refunded.
 * `restock`: the units of the lines return to stock.
 */
export const refundRequest = z.object({
  amount: rupeesAmount.min(0.01, 'The amount must be more than zero').optional(),
  lines: lineUnits.optional(),
  restock: z.boolean().default(false),
  reason: z
    .string('A reason is required')
    .trim()
    .min(1, 'A reason is required')
    .max(500, 'The reason is too long'),
});
export type RefundRequest = z.infer<typeof refundRequest>;

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
  /** Whether the caller requested it, so that they can't approve it. */
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
