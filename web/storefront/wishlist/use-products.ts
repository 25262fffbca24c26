import type { Product } from '../../../shared/contract/catalogue/catalogue.ts';
import { call } from '../../api.ts';
import { useRead } from '../layout/use-read.ts';
import { readOwnPrices } from '../products/own-prices/own-prices.ts';

/** Ids in one call. */
const atOnce = 100;

/**
 * Loads the products with these ids, in their order; null for those that are not for sale. Products that leave the ids
 * stay, so that what was removed by mistake can be saved again. `products` is undefined until the first ones are loaded.
 */
export function useProducts(ids: string[] | undefined) {
  const { data, error, reload } = useRead<[id: string, product: Product | null][]>(
    ids?.join(),
    async (_signal, previous = []) => {
      const known = new Set(previous.map(([id]) => id));
      const missing = (ids ?? []).filter((id) => !known.has(id));
      if (missing.length === 0) return previous;
      const products = new Map((await load(missing)).map((product) => [product._id, product]));
      return [...missing.map((id): [string, Product | null] => [id, products.get(id) ?? null]), ...previous];
    },
  );
  return { products: data?.map(([, product]) => product), problem: error?.message, retry: reload };
}

async function load(ids: string[]): Promise<Product[]> {
  readOwnPrices(ids);
  const parts = Array.from({ length: Math.ceil(ids.length / atOnce) }, (_, n) =>
    ids.slice(n * atOnce, (n + 1) * atOnce),
  );
  const replies = await Promise.all(
    parts.map((part) => call('POST /products/bulk', { body: { ids: part } })),
  );
  return replies.flatMap(({ products }) => products);
}
