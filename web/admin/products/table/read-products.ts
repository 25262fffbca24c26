import { type TableProduct, tablePage } from '../../../../shared/contract/catalogue/product-table.ts';
import { call } from '../../../api.ts';
import { withSignIn } from '../../session.ts';
import type { useListAddress } from '../list-filters.tsx';

export type TableQuery = Omit<ReturnType<typeof useListAddress>['query'], 'page' | 'limit'>;

/**
 * Reads the products that match a query, page by page: at once how many there are, and how many of them are read, and
 * then each page.
 */
export async function readProducts(
  query: TableQuery,
  signal: AbortSignal,
  onPage: (page: { products: TableProduct[]; read: number; shown: number; total: number }) => void,
): Promise<void> {
  const { ids, total } = await withSignIn(() => call('GET /products/table', { query, signal }));
  onPage({ products: [], read: 0, shown: ids.length, total });
  for (let start = 0; start < ids.length; start += tablePage) {
    const body = { ids: ids.slice(start, start + tablePage) };
    const { products } = await withSignIn(() => call('POST /products/table/rows', { body, signal }));
    const read = Math.min(ids.length, start + tablePage);
    if (!signal.aborted) onPage({ products, read, shown: ids.length, total });
  }
}
