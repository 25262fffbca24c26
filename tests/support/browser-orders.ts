import { type APIRequestContext, expect } from '@playwright/test';
import { orderNumber } from '../../shared/order-number.ts';
import { asha, goodCard, stockedProduct } from './browser-shopper.ts';

export type BoughtOrder = { id: string; number: string; key: string; total: number };

/** A guest's order of one piece through the calls alone, paid by card unless said otherwise. */
export async function orderByCalls(
  request: APIRequestContext,
  { pay = true, ...more }: { pay?: boolean; name?: string; email?: string; address?: string } = {},
): Promise<BoughtOrder> {
  const product = await stockedProduct(request);
  const { name = asha.name, email = asha.email, address = asha.address } = more;
  const post = async (path: string, data: object) => {
    const reply = await request.post(path, { data });
    expect(reply.ok(), `${path}: ${await reply.text()}`).toBe(true);
    return (await reply.json()) as Record<string, unknown>;
  };
  const order = await post('/api/razorpay/create-order', {
    ...{ name, email, mobile: asha.mobile, currency: 'INR' },
    cart_items: [{ product_id: product._id, quantity: 1 }],
    shipping_details: { ...asha, name, address, country: 'India' },
  });
  if (pay) {
    const { id } = order.razorpay_order as { id: string };
    const payment = { key_id: order.key_id, order_id: id, method: 'card', card_number: goodCard };
    const { response } = await post('/sandbox/razorpay/v1/checkout/payments', payment);
    await post('/api/razorpay/verify-payment', response as object);
  }
  const id = String(order.order_id);
  return { id, number: orderNumber(id), key: String(order.order_key), total: product.finalPrice };
}
