import type { CodAdvance } from '../../shared/contract/site-info.ts';
import {
  leastPaymentPaise,
  proportion,
  shortRupees,
  toPaise,
  toRupees,
  toTenths,
  wholeRupees,
} from '../../shared/money.ts';
import type { Trx } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import { lockExisting } from '../orders/orders.ts';
import { setCodState } from '../orders/queries/cod-queries.ts';
import { mailCodOrder } from './confirm.ts';
import { followShipments } from './follow.ts';

/**
 * What is paid in advance of an order of this amount with its fee (decision 109), in paise: 0 if the shop asks for
 * nothing, undefined if nothing would be left to pay on delivery. Rounded to whole rupees, as what is left is.
 */
export function advanceOf(advance: CodAdvance, amountPaise: number): number | undefined {
  if (!advance) return 0;
  const paise =
    advance.type === 'amount'
      ? wholeRupees(toPaise(advance.amount))
      : Math.max(leastPaymentPaise, proportion(amountPaise, toTenths(advance.percent), 100_000) * 100);
  return amountPaise - paise >= leastPaymentPaise ? paise : undefined;
}

/** What the timeline says about a new order of which so much is paid in advance, in paise. */
export const codNote = (advancePaise: number): string =>
  advancePaise > 0
    ? `Order placed, to be paid by ${shortRupees(toRupees(advancePaise))} in advance and the rest on delivery`
    : 'Order placed, to be paid on delivery';

/**
 * Makes an order whose part in advance was received one that is paid on delivery: it is confirmed, and mailed to its
 * buyer and to the shop.
 */
export async function beginCod(deps: Deps, trx: Trx, orderId: string): Promise<void> {
  const order = await lockExisting(trx, orderId);
  const codState = 'confirmed';
  await setCodState(trx, order.id, codState);
  await mailCodOrder(deps, trx, order.id);
  // An admin may have sent it before it was paid.
  await followShipments(deps, trx, { ...order, codState }, { name: 'System', userId: null });
}
