import type { RefundRequest } from '../../shared/contract/orders/refunds.ts';
import { proportion, shortRupees, toPaise, toRupees } from '../../shared/money.ts';
import { badField, conflict } from '../errors.ts';
import type { RefundableLine } from '../invoices/refund-lines.ts';
import type { RefundLine } from '../orders/queries/refund-line-queries.ts';

/** A line of a planned refund: `amountPaise` in money, and `freePaise` that goes back to a free gift card. */
export type PlannedLine = RefundLine & { freePaise: number };

/** A planned refund: an amount in paise, with its free part, and the lines that it covers. The rest is goodwill. */
export type RefundPlan = { amountPaise: number; lines: PlannedLine[] };

/** What can still be refunded of an order, in paise: money, what goes back to a free gift card, and its lines. */
type Left = { paise: number; freePaise: number; lines: RefundableLine[] };

/**
 * Plans a refund from a request and what can still be refunded (contract §3). Throws 400 for a line of another order,
 * 409 `too_many_units` and `refund_too_large` for more than is left, `nothing_to_refund` for lines that cost nothing.
 */
export function planRefund(
  request: RefundRequest,
  { paise: leftPaise, freePaise, lines: left }: Left,
): RefundPlan {
  const requested = request.amount === undefined ? undefined : toPaise(request.amount);
  const { restock } = request;
  if (!request.lines) {
    const wholePaise = leftPaise + freePaise;
    const amountPaise = requested ?? wholePaise;
    if (amountPaise === wholePaise) return { amountPaise, lines: allLines(left, restock) };
    checkAmount(amountPaise, leftPaise);
    return { amountPaise, lines: [] };
  }
  const wanted = new Map<string, number>();
  for (const { line_id, quantity } of request.lines) {
    wanted.set(line_id, (wanted.get(line_id) ?? 0) + quantity);
  }
  const lines = [...wanted].map(([id, quantity]) => takeUnits(left, id, quantity, restock));
  const moneyPaise = lines.reduce((sum, line) => sum + line.amountPaise, requested ?? 0);
  const amountPaise = lines.reduce((sum, line) => sum + line.freePaise, moneyPaise);
  if (amountPaise === 0) throw nothingLeft();
  checkAmount(moneyPaise, leftPaise);
  return { amountPaise, lines };
}

export const nothingLeft = () => conflict('nothing_to_refund', 'There is nothing left to refund.');

/** All that is left of an order: its units, and what is left of prices whose units were refunded before. */
export const allLines = (left: RefundableLine[], restock = false): PlannedLine[] =>
  left
    .filter(({ quantity, amountPaise, freePaise }) => quantity > 0 || amountPaise > 0 || freePaise > 0)
    .map((line) => ({
      orderItemId: line.orderItemId,
      quantity: line.quantity,
      amountPaise: line.amountPaise,
      freePaise: line.freePaise,
      restocked: restock ? Math.min(line.quantity, line.restockable) : 0,
    }));

function takeUnits(left: RefundableLine[], id: string, quantity: number, restock: boolean): PlannedLine {
  const line = left.find(({ orderItemId }) => orderItemId === id);
  if (!line) throw badField('lines', 'This line is not on the invoice of the order.');
  if (quantity > line.quantity) {
    const max = `Only ${line.quantity} of “${line.name}” can still be refunded.`;
    throw conflict('too_many_units', max, { errors: { lines: max } });
  }
  return {
    orderItemId: id,
    quantity,
    amountPaise: proportion(line.amountPaise, quantity, line.quantity),
    freePaise: proportion(line.freePaise, quantity, line.quantity),
    restocked: restock ? Math.min(quantity, line.restockable) : 0,
  };
}

function checkAmount(amountPaise: number, leftPaise: number): void {
  if (amountPaise <= leftPaise) return;
  const most = `At most ${shortRupees(toRupees(leftPaise))} can be refunded.`;
  throw conflict('refund_too_large', most, { errors: { amount: most } });
}

/** Divides the lines of a refund between two payments: those covered by this amount of the first one, and the rest. */
export function splitLines<Line extends RefundLine>(
  lines: Line[],
  firstPaise: number,
): [first: Line[], rest: Line[]] {
  const first: Line[] = [];
  const rest: Line[] = [];
  let room = firstPaise;
  for (const line of lines) {
    const amountPaise = Math.min(line.amountPaise, room);
    room -= amountPaise;
    if (amountPaise === line.amountPaise) first.push(line);
    else if (amountPaise === 0) rest.push(line);
    else {
      first.push({ ...line, amountPaise });
      rest.push({ ...line, quantity: 0, restocked: 0, amountPaise: line.amountPaise - amountPaise });
    }
  }
  return [first, rest];
}
