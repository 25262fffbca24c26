import { useAddress } from '../parts/list-address.ts';

export type ListFilter = 'search' | 'category' | 'status' | 'stock' | 'flag' | 'sort';

/** The filters and the page of a product list, kept in the address. */
export function useListAddress(defaultLimit: number) {
  const { params, get, put, page } = useAddress<ListFilter>();
  const limit = Number.parseInt(params.get('limit') ?? '', 10) || defaultLimit;
  const matching = queryOf(get);
  const query = new URLSearchParams({ ...matching, page: String(page), limit: String(limit) });
  const sort = get('sort');
  query.set('sort', sort || '-createdAt');
  const filtered = Object.keys(matching).length > 0;
  return { get, put, page, limit, matching, filtered, path: `/products?${query}` };
}

/** The filters as `GET /products` and a batch take them. */
function queryOf(get: (name: ListFilter) => string): Record<string, string> {
  const query: Record<string, string> = {};
  for (const name of ['search', 'category', 'status'] as const)
    if (get(name).trim()) query[name] = get(name).trim();
  const stock = get('stock');
  const stocks = { in: 'inStock', restock: 'restock', low: 'lowStock', out: 'soldOut' } as const;
  if (stock in stocks) query[stocks[stock as keyof typeof stocks]] = 'true';
  const flag = get('flag');
  if (['isFeatured', 'isTopDeal', 'isTrending'].includes(flag)) query[flag] = 'true';
  return query;
}
