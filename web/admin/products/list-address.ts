import { useCallback } from 'react';
import { useSearchParams } from 'react-router';

const filters = ['search', 'category', 'status', 'stock', 'flag', 'sort'] as const;
export type ListFilter = (typeof filters)[number];

/** The filters and the page of a product list, kept in the address. */
export function useListAddress(defaultLimit: number) {
  const [params, setParams] = useSearchParams();
  const get = (name: ListFilter) => params.get(name) ?? '';
  const page = Math.max(1, Number.parseInt(params.get('page') ?? '1', 10) || 1);
  const limit = Number.parseInt(params.get('limit') ?? '', 10) || defaultLimit;
  const put = useCallback(
    (changes: Partial<Record<ListFilter | 'page' | 'limit', string>>) =>
      setParams(
        (now) => {
          const next = new URLSearchParams(now);
          if (!('page' in changes)) next.delete('page');
          for (const [name, value] of Object.entries(changes)) {
            if (value) next.set(name, value);
            else next.delete(name);
          }
          return next;
        },
        { replace: !('page' in changes), preventScrollReset: !('page' in changes) },
      ),
    [setParams],
  );
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
  if (stock) query.inStock = stock === 'in' ? 'true' : 'false';
  const flag = get('flag');
  if (['isFeatured', 'isTopDeal', 'isTrending'].includes(flag)) query[flag] = 'true';
  return query;
}
