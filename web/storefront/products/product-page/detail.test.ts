import { RouterContextProvider } from 'react-router';
import { expect, test, vi } from 'vitest';
import { type PageShop, shopContext } from '../../../shop-context.ts';
import type { Route } from './+types/detail';
import { loader } from './detail.tsx';

test('a product is shown without related products if loading them fails', async () => {
  vi.spyOn(console, 'warn').mockReturnValue();
  const context = new RouterContextProvider();
  const catalogue = {
    getProduct: async () => ({ _id: 'diya', slug: 'diya', name: 'Diya', variants: [] }),
    previewOf: () => null,
    listRelated: async () => {
      throw new Error('canceling statement due to statement timeout');
    },
  };
  const reviews = { list: async () => null, listQuestions: async () => ({ questions: [] }) };
  context.set(shopContext, { catalogue, reviews } as unknown as PageShop);
  const { product, related } = await loader({
    context,
    params: { product: 'diya' },
    url: new URL('http://shop.example/products/diya'),
  } as unknown as Route.LoaderArgs);
  expect(product.name).toBe('Diya');
  expect(related).toEqual({ together: [], similar: [] });
});
