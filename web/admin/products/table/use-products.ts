import { useEffect, useEffectEvent, useState } from 'react';
import { type TableProduct, tablePage } from '../../../../shared/contract/catalogue/product-table.ts';
import { call } from '../../../api.ts';
import { withSignIn } from '../../session.ts';
import type { useListAddress } from '../list-filters.tsx';

export type TableQuery = Omit<ReturnType<typeof useListAddress>['query'], 'page' | 'limit'>;

const start = { isBusy: true, failed: '', read: 0, shown: 0, total: 0 };

/**
 * Reads all products that match a query, page by page: how many of them are `read`, and how many are `shown` at most of
 * `total`.
 */
export function useProducts(query: TableQuery, onPage: (products: TableProduct[], isFirst: boolean) => void) {
  const [state, setState] = useState(start);
  const [tries, setTries] = useState(0);
  const load = useEffectEvent(async (signal: AbortSignal) => {
    setState(start);
    const { ids, total } = await withSignIn(() => call('GET /products/table', { query, signal }));
    if (signal.aborted) return;
    setState({ ...start, shown: ids.length, total });
    if (ids.length === 0) onPage([], true);
    for (let first = 0; first < ids.length; first += tablePage) {
      const body = { ids: ids.slice(first, first + tablePage) };
      const { products } = await withSignIn(() => call('POST /products/table/rows', { body, signal }));
      if (signal.aborted) return;
      onPage(products, first === 0);
      setState((before) => ({ ...before, read: before.read + body.ids.length }));
    }
    setState((before) => ({ ...before, isBusy: false }));
  });
  const key = JSON.stringify(query);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another query, or another try
  useEffect(() => {
    const abort = new AbortController();
    load(abort.signal).catch(() => {
      if (abort.signal.aborted) return;
      const failed = 'Failed to load products. Please try again later.';
      setState((before) => ({ ...before, isBusy: false, failed }));
    });
    return () => abort.abort();
  }, [key, tries]);
  return { ...state, retry: () => setTries(tries + 1) };
}
