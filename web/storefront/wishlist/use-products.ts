import { useEffect, useState } from 'react';
import type { Product } from '../../../shared/contract/catalogue/catalogue.ts';
import { call } from '../../api.ts';
import { readOwnPrices } from '../products/own-prices/own-prices.ts';

/** Ids in one call. */
const atOnce = 100;

/**
 * Loads the products with these ids, in their order; null for those that are not for sale. Products that leave the ids
 * stay, so that what was removed by mistake can be saved again. `products` is undefined until the first ones are loaded.
 */
export function useProducts(ids: string[] | undefined) {
  const [loaded, setLoaded] = useState<[id: string, product: Product | null][]>();
  const [problem, setProblem] = useState<string>();
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt loads again
  useEffect(() => {
    if (!ids) return;
    const known = new Set(loaded?.map(([id]) => id));
    const missing = ids.filter((id) => !known.has(id));
    if (missing.length === 0) return setLoaded((before) => before ?? []);
    let isCurrent = true;
    setProblem(undefined);
    load(missing).then(
      (products) => {
        if (!isCurrent) return;
        const byId = new Map(products.map((product) => [product._id, product]));
        const added = missing.map((id): [string, Product | null] => [id, byId.get(id) ?? null]);
        setLoaded((before = []) => [...added, ...before]);
      },
      (error: Error) => isCurrent && setProblem(error.message),
    );
    return () => {
      isCurrent = false;
    };
  }, [ids, attempt]);
  return { products: loaded?.map(([, product]) => product), problem, retry: () => setAttempt(attempt + 1) };
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
