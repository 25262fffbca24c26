import { useEffect, useEffectEvent, useState } from 'react';
import type { TableProduct, TableVariant } from '../../../../shared/contract/catalogue/product-table.ts';
import { maxCountLines } from '../../../../shared/contract/catalogue/stock.ts';
import { readProducts, type TableQuery } from './read-products.ts';

/** A variant with its product. */
export type VariantRow = { product: TableProduct; variant: TableVariant };

export const nameOf = ({ product, variant }: VariantRow): string =>
  [product.name, variant.values.join(' / ')].filter(Boolean).join(' · ');

/**
 * The variants of the products that match, as many as one count, or one print of labels, can have. Gift cards have no
 * stock.
 */
export function useVariants(query: TableQuery) {
  const [state, setState] = useState<{ rows: VariantRow[]; isBusy: boolean; failure: string; total: number }>(
    {
      rows: [],
      isBusy: true,
      failure: '',
      total: 0,
    },
  );
  const load = useEffectEvent(async (signal: AbortSignal) => {
    setState({ rows: [], isBusy: true, failure: '', total: 0 });
    try {
      await readProducts(query, signal, ({ products }) => {
        const added = products
          .filter(({ isGiftCard, status }) => !isGiftCard && status !== 'archived')
          .flatMap((product) => product.variants.map((variant) => ({ product, variant })));
        setState((before) => ({
          ...before,
          total: before.total + added.length,
          rows: [...before.rows, ...added].slice(0, maxCountLines),
        }));
      });
      setState((before) => ({ ...before, isBusy: false }));
    } catch {
      const failure = 'Failed to load products. Please try again later.';
      if (!signal.aborted) setState((before) => ({ ...before, isBusy: false, failure }));
    }
  });
  const key = JSON.stringify(query);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another query
  useEffect(() => {
    const abort = new AbortController();
    void load(abort.signal);
    return () => abort.abort();
  }, [key]);
  return state;
}
