import pLimit from 'p-limit';
import type { BenchShop } from './shop.ts';

const address = {
  name: 'Asha Rao',
  city: 'Bengaluru',
  state: 'Karnataka',
  postalCode: '560003',
  country: 'India',
};

let placed = 0;

/**
 * Places, pays and verifies `count` orders of two products, `atOnce` together, each of another buyer. Returns the
 * orders per second, and the CPU milliseconds of each with its mails, its invoice and its webhooks.
 */
export async function buy(
  shop: BenchShop,
  products: string[],
  { atOnce, count }: { atOnce: number; count: number },
) {
  const limit = pLimit(atOnce);
  const before = shop.use();
  const startedAt = performance.now();
  await Promise.all(Array.from({ length: count }, () => limit(() => buyOnce(shop, products))));
  const seconds = (performance.now() - startedAt) / 1000;
  await shop.untilQuiet();
  const after = shop.use();
  return {
    perSecond: count / seconds,
    serverMs: (after.server.cpuMs - before.server.cpuMs) / count,
    postgresMs: (after.postgres.cpuMs - before.postgres.cpuMs) / count,
  };
}

async function buyOnce(shop: BenchShop, products: string[]): Promise<void> {
  const n = placed++;
  const product = (index: number) => products[index % products.length] ?? '';
  const order = await post(`${shop.base}/api/razorpay/create-order`, {
    name: 'Asha Rao',
    email: `bench-${Date.now()}-${n}@example.in`,
    mobile: String(7_000_000_000 + n),
    currency: 'INR',
    cart_items: [product(n * 7), product(n * 7 + 3)].map((id) => ({ product_id: id, quantity: 1 })),
    shipping_details: { ...address, address: `${n % 400}, 5th Cross` },
  });
  const paid = await post(`${shop.providerUrl}/v1/checkout/payments`, {
    key_id: order.key_id,
    order_id: order.razorpay_order.id,
    method: 'upi',
    vpa: 'success@razorpay',
  });
  await post(`${shop.base}/api/razorpay/verify-payment`, paid.response);
}

async function post(url: string, content: object) {
  const reply = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(content),
  });
  if (!reply.ok) throw new Error(`${url} replied with ${reply.status}: ${await reply.text()}`);
  return (await reply.json()) as { key_id: string; razorpay_order: { id: string }; response: object };
}
