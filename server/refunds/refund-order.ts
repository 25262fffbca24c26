import { randomUUID } from 'node:crypto';
import type { Refundable, RefundRequest } from '../../shared/contract/orders/refunds.ts';
import { toRupees } from '../../shared/money.ts';
import { recordAudit } from '../db/audit-log.ts';
import { type Trx, transaction } from '../db/database.ts';
import type { Deps, NamedAdmin } from '../deps.ts';
import { badField, conflict } from '../errors.ts';
import { divideRefund, isTooSmall } from '../ledger/ledger.ts';
import { findApprovalByPrefix } from '../ledger/queries/refund-approval-queries.ts';
import { listRefunds } from '../ledger/queries/refund-queries.ts';
import { lockExisting } from '../orders/orders.ts';
import { hashOfRequest } from '../request-hash.ts';
import { requestOrAskRefund } from './refund-approvals.ts';
import { nothingLeft, planRefund } from './refund-plan.ts';
import { isFreePart, listRefundable, refundableOf } from './refundable.ts';

/**
 * Refunds lines of an order, an amount, or all that remains (contract §3), never more than is paid and not refunded. With
 * an idempotency key, a repeated request refunds once. Returns false if the refund waits for approval. Errors: 404, 400
 * for less than ₹1 at the provider, those of planRefund and requestOrAskRefund, 409 `idempotency_mismatch`, 409
 * `already_resolved` if the request was rejected.
 */
export async function refundOrder(
  deps: Deps,
  admin: NamedAdmin,
  orderId: string,
  request: RefundRequest,
  idempotencyKey: string = randomUUID(),
): Promise<boolean> {
  return transaction(deps.db, async (trx) => {
    const order = await lockExisting(trx, orderId);
    const prefix = `by-hand:${order.id}:${idempotencyKey}:`;
    const requestHash = hashOfRequest(request);
    const known = await listRequests(trx, order.id, prefix);
    if (known.length > 0) {
      if (known.some((earlier) => earlier.requestHash !== requestHash))
        throw conflict('idempotency_mismatch', 'This Idempotency-Key was used for another refund.');
      if (known.some(({ state }) => state === 'rejected'))
        throw conflict('already_resolved', 'This refund was rejected.');
      return known.every(({ state }) => state !== 'waiting');
    }
    const left = await refundableOf(trx, order);
    if (left.paise + left.freePaise === 0) throw nothingLeft();
    const { amountPaise, lines } = planRefund(request, left);
    const moneyPaise = lines.reduce((paise, { freePaise }) => paise - freePaise, amountPaise);
    if (moneyPaise < left.paise) await requireRefundable(trx, order.id, moneyPaise);
    const { reason } = request;
    const isRequested = await requestOrAskRefund(deps, trx, order, {
      admin,
      amountPaise,
      lines,
      reason,
      prefix,
      requestHash,
    });
    await recordAudit(trx, admin, {
      action: isRequested ? 'order.refund' : 'refund.ask',
      subject: order.id,
      detail: { amountPaise, reason },
    });
    return isRequested;
  });
}

/** 400 for money that is not the whole rest, and of which the provider would have to refund less than ₹1. */
async function requireRefundable(trx: Trx, orderId: string, amountPaise: number): Promise<void> {
  const parts = (await listRefundable(trx, orderId)).filter((part) => !isFreePart(part));
  const shares = divideRefund(parts, amountPaise);
  if (parts.some((part, index) => isTooSmall(part, shares[index] ?? 0)))
    throw badField(
      'amount',
      'The payment provider refunds at least ₹1. Refund more, or pay it out in another way.',
    );
}

/** The refunds that were requested, or wait for approval, with this prefix. */
async function listRequests(trx: Trx, orderId: string, prefix: string) {
  // A key may contain colons; the prefix must be followed by a number only.
  const refunds = (await listRefunds(trx, orderId)).filter(
    ({ idempotencyKey: key }) => key.startsWith(prefix) && /^\d+$/.test(key.slice(prefix.length)),
  );
  const asked = await findApprovalByPrefix(trx, prefix);
  return [
    ...refunds.map(({ requestHash }) => ({ requestHash, state: 'approved' })),
    ...(asked ? [{ requestHash: asked.requestHash, state: asked.state }] : []),
  ];
}

/** What can still be refunded of an order, in total and by line (contract §3). 404 for an unknown order. */
export async function readRefundable(deps: Deps, orderId: string): Promise<Refundable> {
  return transaction(deps.db, async (trx) => {
    const { paise, freePaise, lines } = await refundableOf(trx, await lockExisting(trx, orderId));
    return {
      amount: toRupees(paise + freePaise),
      lines: lines.map((line) => ({
        line_id: line.orderItemId,
        quantity: line.quantity,
        amount: toRupees(line.amountPaise + line.freePaise),
        free: toRupees(line.freePaise),
        restockable: line.restockable,
        spent: toRupees(line.spentPaise),
      })),
    };
  });
}
