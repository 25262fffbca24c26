import { z } from 'zod';
import type { RefundApproval, RefundApprovalQuery } from '../../shared/contract/orders/refunds.ts';
import { isId } from '../../shared/id.ts';
import { shortRupees, toPaise, toRupees } from '../../shared/money.ts';
import { orderNumber } from '../../shared/orders/order-number.ts';
import { getSettings } from '../content/content.ts';
import { recordAudit } from '../db/audit-log.ts';
import { type Trx, transaction } from '../db/database.ts';
import { requireWithinLimit, requireWithinLimits } from '../db/value-limits.ts';
import type { Admin, Deps, NamedAdmin } from '../deps.ts';
import { conflict, forbidden, notFound } from '../errors.ts';
import { sumLeft } from '../ledger/ledger.ts';
import {
  type ApprovalRow,
  decideApproval,
  findApproval,
  insertRefundApproval,
  listApprovals,
  listWaitingApprovals,
  lockApproval,
  sumWithoutApproval,
} from '../ledger/queries/refund-approval-queries.ts';
import { withdrawOpenRequest } from '../ledger/queries/request-queries.ts';
import * as orders from '../orders/orders.ts';
import { type LockedOrder, lockOrder } from '../orders/queries/order-queries.ts';
import { requirePermission } from '../permissions.ts';
import { freePartOf } from './card-refunds.ts';
import { isFreePart, listRefundable, refundableOf } from './refundable.ts';
import { type NewRefund, requestRefunds, requireFree } from './request-refunds.ts';

/**
 * Every refund that an admin requests passes here: the limits of their role are checked, and a large one waits for
 * another admin.
 */
export async function requestOrAskRefund(
  deps: Deps,
  trx: Trx,
  order: LockedOrder,
  request: NewRefund & { admin: NamedAdmin },
): Promise<boolean> {
  const { admin, amountPaise, lines, reason, prefix, requestHash, from } = request;
  const now = deps.clock.now();
  requirePermission(admin, 'refunds.request');
  await requireWithinLimits(trx, admin, 'refund', { amountPaise, now });
  await requireFree(trx, order, from);
  const { settings } = await getSettings(trx);
  const { refundApprovalRupees } = settings;
  const soFar = await sumWithoutApproval(trx, order.id);
  // A refund in parts needs approval like one refund of the whole amount.
  if (refundApprovalRupees === null || soFar + amountPaise <= toPaise(refundApprovalRupees)) {
    await requestRefunds(deps, trx, order, request);
    return true;
  }
  await withdrawOpenRequest(trx, order.id);
  await insertRefundApproval(trx, {
    orderId: order.id,
    amountPaise,
    reason,
    lines: JSON.stringify(lines),
    prefix,
    requestHash: requestHash ?? null,
    paymentId: from ?? null,
    requestedBy: admin.userId,
    requestedAt: now,
  });
  const note = `Refund of ${shortRupees(toRupees(amountPaise))} waits for approval: ${reason}`;
  await orders.addEvent(trx, order, { by: admin.name, byUser: admin.userId, note, internal: true });
  return false;
}

/** The refunds that wait for a second admin, and the decision of that admin. */
export function refundApprovals(deps: Deps, admin: Admin, getNamedAdmin: () => Promise<NamedAdmin>) {
  /** Locks order and approval, and records the decision after `act`. 404; 409 `already_resolved`. */
  async function decide(
    id: string,
    state: 'approved' | 'rejected',
    act: (trx: Trx, order: LockedOrder, approval: ApprovalRow) => Promise<void>,
  ): Promise<RefundApproval> {
    const known = isId(id) ? await findApproval(deps.db, id) : undefined;
    if (!known) throw notFound('There is no such refund.');
    const { name } = await getNamedAdmin();
    await transaction(deps.db, async (trx) => {
      const order = await lockOrder(trx, known.orderId);
      const approval = await lockApproval(trx, id);
      if (!order || approval?.state !== 'waiting')
        throw conflict('already_resolved', 'Someone has already decided this.');
      const { amountPaise, reason } = approval;
      await act(trx, order, approval);
      await decideApproval(trx, id, {
        state,
        decidedBy: admin.userId,
        decidedAt: deps.clock.now(),
      });
      const note = `Refund of ${shortRupees(toRupees(amountPaise))} ${state}`;
      await orders.addEvent(trx, order, { by: name, byUser: admin.userId, note, internal: true });
      await recordAudit(trx, admin, {
        action: state === 'approved' ? 'refund.approve' : 'refund.reject',
        subject: order.id,
        detail: { amountPaise, reason, requestedBy: approval.requesterName },
      });
    });
    const decided = await findApproval(deps.db, id);
    return present(decided ?? known, admin);
  }

  return {
    /** One page of the refunds in a state of approval. */
    async listRefundApprovals(query: RefundApprovalQuery) {
      const { rows, total } = await listApprovals(deps.db, query);
      return { items: rows.map((row) => present(row, admin)), total };
    },

    /**
     * Approves a refund of another admin, which is then requested like any other. 403 for the own one or beyond the
     * limit of the role; 409 `refund_too_large` if the order does not allow it any more.
     */
    approveRefund: (id: string): Promise<RefundApproval> =>
      decide(id, 'approved', async (trx, order, approval) => {
        const { requestedBy, requesterName, amountPaise, reason, prefix, requestHash, paymentId } = approval;
        if (requestedBy === admin.userId)
          throw forbidden('Another admin than the one who requested a refund has to approve it.');
        await requireWithinLimit(trx, admin, 'refund', amountPaise);
        const request = {
          amountPaise,
          reason,
          prefix,
          approvedBy: admin.userId,
          lines: linesOf(approval),
          ...(requestHash && { requestHash }),
          ...(paymentId && { from: paymentId }),
          admin: { userId: requestedBy, name: requesterName },
        };
        await requirePossible(trx, order, request);
        await requestRefunds(deps, trx, order, request);
      }),

    /** Rejects a refund, or withdraws the own one. */
    rejectRefund: (id: string): Promise<RefundApproval> => decide(id, 'rejected', async () => {}),
  };
}

/**
 * Rejects all refunds that wait for approval, before the shop serves anyone. The timelines of their orders and the
 * audit log show the reason. Returns how many there were.
 */
export async function rejectWaitingRefunds(trx: Trx, reason: string, now: Date): Promise<number> {
  const waiting = await listWaitingApprovals(trx);
  for (const { id, orderId, amountPaise, requesterName } of waiting) {
    const order = await orders.lockExisting(trx, orderId);
    await decideApproval(trx, id, { state: 'rejected', decidedBy: null, decidedAt: now });
    const note = `Refund of ${shortRupees(toRupees(amountPaise))} rejected: ${reason}`;
    await orders.addEvent(trx, order, { by: 'System', note, internal: true });
    const detail = { amountPaise, reason, requestedBy: requesterName };
    await recordAudit(trx, 'Shop', { action: 'refund.reject', subject: orderId, detail });
  }
  return waiting.length;
}

const storedLines = z.array(
  z.object({
    orderItemId: z.string(),
    quantity: z.number(),
    amountPaise: z.number(),
    // Refunds that waited before there were free gift cards have none.
    freePaise: z.number().default(0),
    restocked: z.number(),
  }),
);
const linesOf = ({ lines }: ApprovalRow) => storedLines.parse(lines);

/** 409 if so much, or these lines, can no longer be refunded. */
async function requirePossible(trx: Trx, order: LockedOrder, request: NewRefund): Promise<void> {
  const { amountPaise, from, lines } = request;
  const all = await listRefundable(trx, order.id, from);
  const parts = all.filter((part) => !isFreePart(part));
  const freePaise = from ? 0 : await freePartOf(trx, order.id, all, lines);
  const { lines: left } = await refundableOf(trx, order);
  const isLeft = lines.every((line) => {
    const now = left.find(({ orderItemId }) => orderItemId === line.orderItemId);
    return (
      now &&
      now.quantity >= line.quantity &&
      now.amountPaise >= line.amountPaise &&
      now.freePaise >= line.freePaise &&
      now.restockable >= line.restocked
    );
  });
  if (isLeft && sumLeft(parts) >= amountPaise - freePaise) return;
  const message = 'The order has been refunded meanwhile. Reject this refund and request another one.';
  throw conflict('refund_too_large', message);
}

const present = (row: ApprovalRow, admin: Admin): RefundApproval => ({
  _id: row.id,
  order_id: row.orderId,
  order_number: orderNumber(row.orderId),
  amount: toRupees(row.amountPaise),
  reason: row.reason,
  requestedBy: row.requesterName,
  requestedAt: row.requestedAt.toISOString(),
  isOwn: row.requestedBy === admin.userId,
  state: row.state,
  decidedBy: row.deciderName,
  decidedAt: row.decidedAt?.toISOString() ?? null,
});
