import { type APIRequestContext, expect, type Page } from '@playwright/test';
import type { Product } from '../../shared/contract/catalogue/catalogue.ts';
import { orderNumber } from '../../shared/orders/order-number.ts';
import { asha, goodCard, stockedProduct } from './browser-shopper.ts';

export type BoughtOrder = { id: string; number: string; key: string; total: number };

/** Places a guest order of one unit of each product through the API, paid by card by default. */
export async function orderByCalls(
  request: APIRequestContext,
  {
    pay = true,
    ...more
  }: {
    pay?: boolean;
    products?: Product[];
    name?: string;
    email?: string;
    mobile?: string;
    address?: string;
  } = {},
): Promise<BoughtOrder> {
  const { products = [await stockedProduct(request)] } = more;
  const { name = asha.name, email = asha.email, mobile = asha.mobile, address = asha.address } = more;
  const order = await post(request, '/api/razorpay/create-order', {
    name,
    email,
    mobile,
    currency: 'INR',
    cart_items: products.map(({ _id }) => ({ product_id: _id, quantity: 1 })),
    shipping_details: { ...asha, name, address, country: 'India' },
  });
  if (pay) await payByCalls(request, (order.razorpay_order as { id: string }).id);
  const id = String(order.order_id);
  return {
    id,
    number: orderNumber(id),
    key: String(order.order_key),
    total: products.reduce((sum, { finalPrice }) => sum + finalPrice, 0),
  };
}

/** Pays an order by card through the API of the provider, and verifies the payment. */
export async function payByCalls(request: APIRequestContext, providerOrderId: string): Promise<void> {
  const config = await request.get('/api/razorpay/checkout-config');
  const { key_id } = (await config.json()) as { key_id: string };
  const payment = { key_id, order_id: providerOrderId, method: 'card', card_number: goodCard };
  const { response } = await post(request, '/sandbox/razorpay/v1/checkout/payments', payment);
  await post(request, '/api/razorpay/verify-payment', response as object);
}

/** Opens the page of a payment link and pays by card. */
export async function payLink(page: Page, url: string, amount: string) {
  await page.goto(url);
  await page.getByRole('button', { name: /^Pay ₹/ }).click();
  const window = page.getByRole('dialog');
  await expect(window).toContainText(amount.replace('₹', ''));
  await window.getByLabel('Card number').fill(goodCard);
  await window.getByLabel('Expiry').fill('12/39');
  await window.getByLabel('CVV').fill('123');
  await window.getByRole('button', { name: /^Pay ₹/ }).click();
  await expect(page.getByRole('status').first()).toHaveText(
    'This payment link has been paid. You can close this page.',
  );
}

async function post(request: APIRequestContext, path: string, data: object) {
  const reply = await request.post(path, { data });
  expect(reply.ok(), `${path}: ${await reply.text()}`).toBe(true);
  return (await reply.json()) as Record<string, unknown>;
}
