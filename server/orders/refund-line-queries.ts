import { sql } from 'kysely';
import type { Trx } from '../db/database.ts';

/** Units of an order line that a refund covers, and their price in paise. */
export type RefundLine = { orderItemId: string; quantity: number; amountPaise: number; restocked: number };

/** Stores the lines that a refund covers. The order is locked. */
export async function insertRefundLines(trx: Trx, refundId: string, lines: RefundLine[]): Promise<void> {
  if (lines.length === 0) return;
  await trx
    .insertInto('refundLines')
    .values(lines.map((line) => ({ refundId, ...line })))
    .execute();
}

/** The refunded lines of an order with the status of their refund. */
export async function listRefundLines(trx: Trx, orderId: string) {
  return trx
    .selectFrom('refundLines')
    .innerJoin('refunds', 'refunds.id', 'refundLines.refundId')
    .selectAll('refundLines')
    .select('refunds.status')
    .where('refunds.orderId', '=', orderId)
    .execute();
}

/**
 * For a refund that was recorded as failed but was paid out: removes its lines whose units another refund has covered
 * in the meantime. Their amount counts as goodwill.
 */
export async function deleteRefundLines(trx: Trx, refundId: string): Promise<void> {
  await sql`
    update refund_lines l set quantity = 0, amount_paise = 0 from order_items i
    where l.refund_id = ${refundId} and i.id = l.order_item_id and l.quantity > 0 and i.quantity < (
      select sum(a.quantity) from refund_lines a join refunds r on r.id = a.refund_id
      where a.order_item_id = i.id and r.status <> 'failed')`.execute(trx);
}

/**
 * The units of an order, without gift cards, that are in the shop, while it reserves them: those bought, less those
 * restocked and those in shipments that left the shop.
 */
export async function listReservedUnits(trx: Trx, orderId: string) {
  const { rows } = await sql<{ variantId: string; quantity: number }>`
    select i.variant_id, i.quantity
      - (select coalesce(sum(restocked), 0)::int from refund_lines where order_item_id = i.id)
      - (select coalesce(sum(l.quantity), 0)::int from shipment_lines l join shipments s on s.id = l.shipment_id
          where l.order_item_id = i.id and s.state in ('shipped', 'delivered', 'returned')) as quantity
    from order_items i where i.order_id = ${orderId} and i.recipient is null order by i.position`.execute(
    trx,
  );
  return rows.filter(({ quantity }) => quantity > 0);
}
