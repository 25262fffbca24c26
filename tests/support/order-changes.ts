import { randomUUID } from 'node:crypto';
import type { AdminOrder } from '../../shared/contract/orders/orders.ts';
import { toPaise } from '../../shared/money.ts';
import type { Owner } from './owner.ts';
import type { TestShop } from './shop.ts';

/** The body that leaves contact details and address of an order as they are, except for this change. */
export const contactOf = (order: AdminOrder, change: object) => ({
  updatedAt: order.updatedAt,
  ...order.customer,
  shipping_details: order.shippingAddress,
  ...change,
});

/** Changes the name of the buyer of an order. */
export const rename = (owner: Owner, order: AdminOrder) =>
  owner.put(`/order/admin/${order._id}/contact`, contactOf(order, { name: 'Ravi Rao' }));

/** The body that adds a unit of the first line of an order, for which the difference is paid like this. */
export function oneMoreUnit(order: AdminOrder, payment: object = { method: 'cash' }) {
  const [line, ...others] = order.cart_items.map(
    ({ product_id: { _id: product_id }, variant_id, quantity }) => ({
      product_id,
      variant_id,
      quantity,
    }),
  );
  return {
    updatedAt: order.updatedAt,
    payment,
    amount: toPaise(Number(order.amount) + Number(order.cart_items[0]?.price)),
    cart_items: [{ ...line, quantity: Number(line?.quantity) + 1 }, ...others],
  };
}

/** Adds a unit of the first line of an order. */
export const addUnit = (shop: TestShop, owner: Owner, order: AdminOrder, payment?: object) =>
  shop.call('PUT', `/order/admin/${order._id}/lines`, {
    payload: oneMoreUnit(order, payment),
    headers: { ...owner.headers, 'idempotency-key': randomUUID() },
  });
