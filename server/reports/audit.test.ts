import { CompiledQuery } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { createProduct } from '../../tests/support/factories.ts';
import { createAdmin } from '../../tests/support/people.ts';
import { type PlacedOrder, place, verify } from '../../tests/support/purchase.ts';
import { testShop } from '../../tests/support/shop.ts';
import { audit } from './audit.ts';
import { auditChecks } from './audit-checks.ts';

/** Paid and refunded in part: one of two units, and goodwill. */
let order: PlacedOrder;
let variantId: string;

const shop = await testShop();
beforeAll(async () => {
  const admin = await createAdmin(shop);
  const product = await createProduct(shop.db);
  variantId = product.variantIds[0] ?? '';
  order = await place(shop, [{ id: product.id, quantity: 2 }]);
  await verify(shop, await shop.fake.pay(order.providerOrderId));
  const { id } = await shop.db
    .selectFrom('orderItems')
    .select('id')
    .where('orderId', '=', order.id)
    .executeTakeFirstOrThrow();
  const lines = [{ line_id: id, quantity: 1 }];
  const refund = { amount: 100, lines, restock: true, reason: 'Scratched' };
  await shop.post(`/order/admin/${order.id}/refund`, refund, { headers: admin.headers });
  await shop.runJobs();
});

const namesOf = async () => [...new Set((await audit(shop.db)).map(({ check }) => check))].sort();
const run = (sql: string, values: unknown[] = []) => shop.db.executeQuery(CompiledQuery.raw(sql, values));

/** Does damage that no rule of the database would let through, looks, and undoes it. */
async function damaged(statements: string[], values: unknown[], first = 'select'): Promise<string[]> {
  const spoilt = new Error('undo');
  let found: string[] = [];
  await shop.db
    .transaction()
    .execute(async (trx) => {
      await trx.executeQuery(CompiledQuery.raw(first));
      for (const statement of statements) await trx.executeQuery(CompiledQuery.raw(statement, values));
      for (const check of auditChecks) {
        const { rows } = await trx.executeQuery(CompiledQuery.raw(check.sql));
        if (rows.length > 0) found = [...found, check.name];
      }
      throw spoilt;
    })
    .catch((error: unknown) => {
      if (error !== spoilt) throw error;
    });
  return found;
}

describe('the audit', () => {
  it('finds nothing if all records agree', async () => {
    expect(await namesOf()).toEqual([]);
  });

  it('reports the damaged row until it is repaired (T-REC-01)', async () => {
    await run('update variants set stock = stock + 1 where id = $1', [variantId]);
    const found = await audit(shop.db);
    expect(found).toMatchObject([{ check: 'stock-ledger' }]);
    expect(found[0]?.problem).toBe(`Variant ${variantId} has 5 in stock, its movements add up to 4`);
    await run('update variants set stock = stock - 1 where id = $1', [variantId]);
    expect(await namesOf()).toEqual([]);
  });

  const own = 'where order_id = $1';
  const ofRefund = 'refund_id in (select id from refunds where order_id = $1)';
  it.each<[string, string]>([
    ['stock-of-orders', `update stock_movements set delta = -2 ${own}`],
    ['stock-of-orders', `update orders set stock = 'released' where id = $1`],
    ['order-amount', `update orders set amount_paise = amount_paise + 1 where id = $1`],
    ['paid-has-payment', `update payments set is_primary = false ${own}`],
    ['settling-amount', `update payments set amount_paise = amount_paise - 1 ${own}`],
    ['timeline', `update orders set status = 'shipped' where id = $1`],
    ['timeline', `update order_events set at = at - interval '1 day' ${own} and status = 'paid'`],
    ['timeline', `delete from order_events ${own}`],
    ['confirmation', `delete from mails where dedupe_key = 'order-confirmation:' || $1::uuid`],
    ['money-in', `delete from ledger_entries ${own} and refund_id is null`],
    ['money-out', `delete from ledger_entries ${own} and refund_id is not null`],
    ['money-out', `update refunds set status = 'pending' ${own}`],
    ['money-has-a-purpose', `update payments set is_primary = false ${own}`],
    ['invoice-of-each-order', `delete from invoices ${own} and kind = 'invoice'`],
    ['invoice-of-each-order', `update payments set is_primary = false ${own}`],
    ['paper-sums', `update invoices set content = jsonb_set(content, '{totals,totalPaise}', '5') ${own}`],
    ['numbers', `update invoices set number = number + 1 ${own}`],
    ['numbers', `delete from invoices ${own} and kind = 'credit_note'`],
    ['refund-lines', `update refund_lines set quantity = 3, restocked = 0 where ${ofRefund}`],
    ['refund-lines', `update refund_lines set amount_paise = amount_paise * 3 where ${ofRefund}`],
    ['refund-state', `update orders set refund_state = 'none' where id = $1`],
    ['refund-state', `update orders set refund_state = 'refunded' where id = $1`],
    ['stock-of-orders', `update refund_lines set restocked = 0 where ${ofRefund}`],
    ['credit-note-lines', `update refund_lines set quantity = 2 where ${ofRefund}`],
    ['credit-note-lines', `update refund_lines set quantity = 0 where ${ofRefund}`],
    [
      'credit-note-lines',
      `update invoices set content = jsonb_set(content, '{lines,0,quantity}', '3') ${own} and kind = 'credit_note'`,
    ],
    ['order-states', `update order_states set payment_state = 'paid' ${own}`],
    ['order-states', `update order_states set to_pack = false ${own}`],
    ['order-states', `delete from order_states ${own}`],
    ['status-of-states', `update orders set status = 'processing' where id = $1`],
    [
      'shipments',
      `with shipment as (insert into shipments (order_id, number, state, shipped_at) values ($1, 1, 'shipped', now()) returning id)
        insert into shipment_lines select shipment.id, i.id, 3, 0 from shipment, order_items i where i.order_id = $1`,
    ],
    ['shipments', `insert into shipments (order_id, number, state) values ($1, 1, 'packed')`],
    [
      'payment-requests',
      `insert into payment_requests (id, order_id, amount_paise, state, created_by, created_at, expires_at)
        select gen_random_uuid(), $1, 100, 'paid', id, now(), now() from users limit 1`,
    ],
    [
      'courier-bookings',
      `with shipment as (insert into shipments (order_id, number, state) values ($1, 1, 'packed') returning id)
        insert into courier_bookings (shipment_id, provider, reference, state, by_user, by_label)
        select s.id, 'shiprocket', 'R1', 'booked', u.id, 'Test' from shipment s, users u limit 1`,
    ],
    [
      'order-batches',
      `insert into order_batches (created_at, user_id, action, detail, order_ids, done)
        select now(), id, 'ship', '{}', array[$1::uuid], 2 from users limit 1`,
    ],
    ['order-totals', `update order_total_changes set orders = orders + 1 where $1::uuid is not null`],
    ['product-totals', `delete from product_total_changes where $1::uuid is not null`],
    ['facet-totals', `delete from facet_total_changes where $1::uuid is not null`],
    ['order-totals', `delete from sales_total_changes where $1::uuid is not null`],
    ['customers', `delete from customer_changes where $1::uuid is not null`],
    ['credit-notes', `delete from invoices ${own} and kind = 'credit_note'`],
    ['credit-notes', `update invoices set content = jsonb_set(content, '{against,code}', '"X"') ${own}`],
  ])('reports %s in: %s', async (name, statement) => {
    const unguarded = `alter table refund_lines disable trigger refund_lines_within_item;
      alter table shipment_lines disable trigger shipment_lines_within_item`;
    expect(await damaged([statement], [order.id], unguarded)).toContain(name);
  });

  it('reports a refund that exceeds the payments', async () => {
    const statements = [
      'alter table refunds disable trigger refunds_within_payment',
      'update refunds set amount_paise = 9999999',
    ];
    expect(await damaged(statements, [])).toContain('refunds-within-payment');
  });

  it('reports a missing file', async () => {
    const file = { path: 'uploads/product/lost.webp', kind: 'product', width: 1, height: 1, bytes: 1 };
    await shop.db.insertInto('mediaFiles').values(file).execute();
    expect(await audit(shop.db, shop.deps.files)).toMatchObject([{ check: 'pictures' }]);
    expect(await audit(shop.db, { exists: async () => true })).toEqual([]);
  });
});
