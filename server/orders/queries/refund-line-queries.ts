import { sql } from 'kysely';
import type { Trx } from '../../db/database.ts';

/** Units of an order line that a refund covers, and their price in paise. */
export type RefundLine = { orderItemId: string; quantity: number; amountPaise: number; restocked: number };

/** Stores the lines that a refund covers. The order is locked. */
export async function insertRefundLines(trx: Trx, refundId: string, lines: RefundLine[]): Promise<void> {
  if (lines.length === 0) return;
  await trx
    .insertInto('refundLines')
    .values(
      lines.map(({ orderItemId, quantity, amountPaise, restocked }) => ({
        refundId,
        orderItemId,
        quantity,
        amountPaise,
        restocked,
      })),
    )
    .execute();
}

/** The refunded lines of an order with the status of their refund. `isFree`: the amount went to a free gift card. */
export async function listRefundLines(trx: Trx, orderId: string) {
  return trx
    .selectFrom('refundLines')
    .innerJoin('refunds', 'refunds.id', 'refundLines.refundId')
    .innerJoin('payments', 'payments.id', 'refunds.paymentId')
    .selectAll('refundLines')
    .select(['refunds.status', 'payments.isFree'])
    .where('refunds.orderId', '=', orderId)
    .execute();
}

/** Each line of an order with what it still has of a free gift card, in paise, and its units that no refund covers. */
const freeLeft = (orderId: string) => sql`
  select i.id, i.free_paise - coalesce(sum(l.amount_paise) filter (where p.is_free), 0) as paise,
    i.quantity - coalesce(sum(l.quantity), 0) as units
  from order_items i
    left join (refund_lines l join refunds r on r.id = l.refund_id and r.status <> 'failed'
      join payments p on p.id = r.payment_id) on l.order_item_id = i.id
  where i.order_id = ${orderId} and i.free_paise > 0 group by i.id`;

/** What the lines of an order still have of a free gift card, in paise. */
export async function sumFreeLeft(trx: Trx, orderId: string): Promise<number> {
  const { rows } = await sql<{ paise: number }>`
    select coalesce(sum(paise), 0)::bigint as paise from (${freeLeft(orderId)}) lines`.execute(trx);
  return rows[0]?.paise ?? 0;
}

/** The same by line, of the lines whose units are all refunded, as lines of a refund. */
export async function listFreeOfRefunded(trx: Trx, orderId: string): Promise<RefundLine[]> {
  const { rows } = await sql<{ id: string; paise: number }>`
    select id, paise::bigint as paise from (${freeLeft(orderId)}) lines where units <= 0 and paise > 0`.execute(
    trx,
  );
  return rows.map(({ id: orderItemId, paise: amountPaise }) => ({
    orderItemId,
    quantity: 0,
    amountPaise,
    restocked: 0,
  }));
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

/** Whether a refund of an order named lines, was credited on its invoice, or waits for approval. */
export async function hasRefunds(trx: Trx, orderId: string): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from refund_lines l join refunds r on r.id = l.refund_id where r.order_id = ${orderId})
      or exists (select from refund_approvals where order_id = ${orderId} and state = 'waiting')
      or exists (select from invoices n join invoices i on i.order_id = n.order_id and i.kind = 'invoice'
        where n.order_id = ${orderId} and n.kind = 'credit_note' and n.content->'against'->>'code' = i.code) as found`.execute(
    trx,
  );
  return rows[0]?.found ?? false;
}
