import { RouterContextProvider } from 'react-router';
import { expect, test, vi } from 'vitest';
import type { Product, StripQuery } from '../../../shared/contract/catalogue.ts';
import { type PageShop, shopContext } from '../../shop-context.ts';
import type { Route } from './+types/detail';
import { loader } from './detail.tsx';

const product = (name: string, category: string) =>
  ({
    _id: name,
    slug: name,
    name,
    description: '',
    options: [],
    variants: [],
    category: { _id: category, name: category, slug: category },
  }) as unknown as Product;

/** The names of the related products on the page of the first of these products. */
async function relatedNames(
  [shown, ...others]: Product[],
  list: (query: StripQuery) => Product[] = ({ category, limit }) =>
    [shown, ...others]
      .filter((each) => each !== undefined)
      .filter((each) => !category || each.category?._id === category)
      .slice(0, limit),
) {
  const context = new RouterContextProvider();
  const listStrips = async (queries: StripQuery[]) => queries.map(list);
  const catalogue = { getProduct: async () => shown, listStrips };
  const reviews = { list: async () => null, listQuestions: async () => ({ questions: [] }) };
  context.set(shopContext, { catalogue, reviews } as unknown as PageShop);
  const args = { context, params: { product: shown?.slug } } as unknown as Route.LoaderArgs;
  const { related } = await loader(args);
  return related.map(({ name }) => name);
}

const lamps = ['diya', 'lantern', 'taper', 'wick', 'torch'].map((name) => product(name, 'lamps'));
const rugs = Array.from({ length: 9 }, (_, n) => product(`rug ${n}`, 'rugs'));

test('related products are of the same category, with others if these are few', async () => {
  expect(await relatedNames([...lamps, ...rugs])).toEqual(['lantern', 'taper', 'wick', 'torch']);
  expect(await relatedNames([...lamps.slice(0, 3), ...rugs])).toEqual([
    'lantern',
    'taper',
    ...['rug 0', 'rug 1', 'rug 2', 'rug 3', 'rug 4', 'rug 5'],
  ]);
});

test('a product is shown without related products if loading them fails', async () => {
  vi.spyOn(console, 'warn').mockReturnValue();
  const failing = () => {
    throw new Error('canceling statement due to statement timeout');
  };
  expect(await relatedNames(lamps, failing)).toEqual([]);
});
