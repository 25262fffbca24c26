import { expect } from 'vitest';
import type { OrderReviews, ReviewList } from '../../shared/contract/catalogue/reviews.ts';
import { multipart, photo } from './owner.ts';
import { freshEmail, freshMobile } from './people.ts';
import { type PlacedOrder, place, verify } from './purchase.ts';
import type { TestShop } from './shop.ts';

/** Sets an order to delivered, with its entry in the timeline. */
export async function deliver(shop: TestShop, orderId: string): Promise<void> {
  await shop.db.updateTable('orders').set({ status: 'delivered' }).where('id', '=', orderId).execute();
  await shop.db
    .insertInto('orderEvents')
    .values({ orderId, status: 'delivered', byLabel: 'Meera', note: '', at: shop.clock.now() })
    .execute();
}

/** A paid and delivered guest order of these products. */
export async function receive(
  shop: TestShop,
  products: string[],
  email = freshEmail(),
): Promise<PlacedOrder> {
  const lines = products.map((id) => ({ id }));
  const order = await place(shop, lines, { email, mobile: freshMobile() });
  await verify(shop, await shop.fake.pay(order.providerOrderId));
  await deliver(shop, order.id);
  return order;
}

export const someReview = {
  name: 'Asha R.',
  stars: 5,
  title: 'Lovely',
  text: 'Just as in the pictures.',
  images: [] as string[],
};

/** The calls about reviews, as buyers and visitors make them. */
export function reviewsOf(shop: TestShop) {
  const keyOf = ({ key }: PlacedOrder) => ({ headers: { 'x-order-key': key } });
  return {
    own: async (order: PlacedOrder) =>
      (await shop.get(`/order/${order.id}/reviews`, keyOf(order))).body as OrderReviews,
    write: (order: PlacedOrder, product: string, more: object = {}) =>
      shop.call('PUT', `/order/${order.id}/reviews/${product}`, {
        payload: { ...someReview, ...more },
        ...keyOf(order),
      }),
    async upload(order: PlacedOrder, value?: Buffer) {
      const file = { name: 'image', value: value ?? (await photo()), filename: 'photo.jpg' };
      const { payload, headers } = multipart([file]);
      return shop.call('POST', `/order/${order.id}/review-pictures`, {
        payload,
        headers: { ...headers, 'x-order-key': order.key },
      });
    },
    async list(product: string, query = ''): Promise<ReviewList> {
      const { status, body } = await shop.get(`/products/${product}/reviews${query}`);
      expect(status, JSON.stringify(body)).toBe(200);
      return body as ReviewList;
    },
    rating: async (product: string) => {
      const { rating, numReviews } = (await shop.get(`/products/${product}`)).body;
      return { rating, numReviews };
    },
  };
}
