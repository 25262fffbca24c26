import { apportion } from '../../shared/money.ts';
import type { Trx } from '../db/database.ts';
import { listItems } from '../orders/queries/order-queries.ts';
import { listRefundLines } from '../orders/queries/refund-line-queries.ts';
import { listRestockedUnits } from '../orders/queries/shipment-queries.ts';
import { linesLeft, type NoteShare } from './credit-note.ts';
import { findInvoice, listCreditNotes } from './queries.ts';

/** What can still be refunded of an order line: units, and their price in paise. */
export type RefundableLine = {
  orderItemId: string;
  name: string;
  variantId: string;
  quantity: number;
  amountPaise: number;
  /** What goes back to a free gift card with all of them, in paise. */
  freePaise: number;
  /** Units that can still go back into stock. */
  restockable: number;
};

/**
 * What can still be refunded of each line of an order, in line order: the units that no refund covers, and what credit
 * notes and pending refunds leave of their price, in total never more than the money that is left, `leftPaise`. Empty if
 * the order has no invoice. The order is locked.
 */
export async function listRefundableLines(
  trx: Trx,
  order: { id: string; stock: 'reserved' | 'released' },
  leftPaise: number,
): Promise<RefundableLine[]> {
  const { open } = (await readOpenLines(trx, order.id)) ?? none;
  const left = open.map(({ leftPaise: paise, underWayPaise }) => Math.max(0, paise - underWayPaise));
  // Pending goodwill is not in any credit note yet.
  const over = left.reduce((sum, paise) => sum + paise, 0) - leftPaise;
  const goodwill = apportion(Math.max(0, over), left);
  return open.map(({ item, units, restocked }, index) => ({
    orderItemId: item.id,
    name: item.name,
    variantId: item.variantId,
    quantity: units,
    amountPaise: (left[index] ?? 0) - (goodwill[index] ?? 0),
    freePaise: open[index]?.freePaise ?? 0,
    restockable: order.stock === 'reserved' && !item.recipient ? item.quantity - restocked : 0,
  }));
}

const none = { open: [], roundingPaise: 0 };

/**
 * How a credit note of at least `needPaise` is distributed over the invoice: the lines of the refund, then goodwill in
 * proportion to what other refunds leave of the lines. A refund of the whole remainder covers all remaining units, and
 * what the total was rounded by.
 */
export async function sharesOfNote(trx: Trx, orderId: string, refundId: string, needPaise: number) {
  const { open, roundingPaise } = (await readOpenLines(trx, orderId, refundId)) ?? none;
  const linesPaise = open.reduce((sum, { leftPaise }) => sum + leftPaise, 0);
  const isRest = needPaise === linesPaise + roundingPaise;
  // The last refund of a total that was rounded down is less than the lines.
  const own = open.map(({ own, leftPaise }) =>
    own && isRest ? leftPaise : Math.min(own?.amountPaise ?? 0, leftPaise),
  );
  const free = open.map(({ leftPaise, underWayPaise }, index) =>
    Math.max(0, leftPaise - underWayPaise - (own[index] ?? 0)),
  );
  const ofRounding = isRest ? roundingPaise : Math.max(0, needPaise - linesPaise);
  const goodwillPaise = needPaise - ofRounding - own.reduce((sum, paise) => sum + paise, 0);
  const takesAll =
    goodwillPaise > 0 &&
    open.every(({ own, underWayPaise }) => !own && underWayPaise === 0) &&
    goodwillPaise === free.reduce((sum, paise) => sum + paise, 0);
  const goodwill = apportion(Math.max(0, goodwillPaise), free);
  const ofLines = open.flatMap(({ own: ownLine, units }, line): NoteShare[] => {
    const goodwillShare = { line, quantity: takesAll ? units : 0, amountPaise: goodwill[line] ?? 0 };
    return [
      ...(ownLine ? [{ line, quantity: ownLine.quantity, amountPaise: own[line] ?? 0 }] : []),
      ...(goodwillShare.quantity > 0 || goodwillShare.amountPaise > 0 ? [goodwillShare] : []),
    ].filter(({ quantity, amountPaise }) => quantity > 0 || amountPaise > 0);
  });
  const rounding = { line: open.length, quantity: 0, amountPaise: ofRounding };
  const shares = ofRounding === 0 ? ofLines : ofLines.concat(rounding);
  const newLines = takesAll
    ? ofLines.map(({ line, ...share }) => ({
        orderItemId: open[line]?.item.id ?? '',
        ...share,
        restocked: 0,
      }))
    : [];
  return { shares, newLines };
}

/**
 * Each line of an invoiced order: what notes leave of its price, what other refunds claim of that, and its units. And
 * what they leave of what the total was rounded by, the last line of the invoice.
 */
async function readOpenLines(trx: Trx, orderId: string, refundId?: string) {
  const invoice = await findInvoice(trx, orderId);
  if (!invoice) return undefined;
  const left = linesLeft(invoice.content, await listCreditNotes(trx, orderId, invoice));
  const refunded = await listRefundLines(trx, orderId);
  const returned = await listRestockedUnits(trx, orderId);
  const open = (await listItems(trx, orderId)).map((item, index) => {
    const lines = refunded.filter(({ orderItemId }) => orderItemId === item.id);
    const standing = lines.filter(({ status }) => status !== 'failed');
    const underWay = standing.filter((line) => line.status !== 'processed' && line.refundId !== refundId);
    return {
      item,
      leftPaise: left[index]?.linePaise ?? 0,
      underWayPaise: underWay.reduce((sum, { amountPaise }) => sum + amountPaise, 0),
      freePaise: standing.reduce(
        (left, { isFree, amountPaise }) => (isFree ? left - amountPaise : left),
        item.freePaise,
      ),
      units: item.quantity - standing.reduce((sum, { quantity }) => sum + quantity, 0),
      restocked: lines.reduce((sum, line) => sum + line.restocked, returned.get(item.id) ?? 0),
      own: lines.find((line) => line.refundId === refundId),
    };
  });
  return { open, roundingPaise: left[open.length]?.linePaise ?? 0 };
}
