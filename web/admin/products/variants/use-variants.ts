import { useState } from 'react';
import type { TableProduct, TableVariant } from '../../../../shared/contract/catalogue/product-table.ts';
import { maxCountLines } from '../../../../shared/contract/catalogue/stock.ts';
import { type TableQuery, useProducts } from '../table/use-products.ts';

/** A variant with its product. */
export type VariantRow = { product: TableProduct; variant: TableVariant };

/**
 * The variants of the products that match, as many as one count, or one print of labels, can have. Gift cards have no
 * stock.
 */
export function useVariants(query: TableQuery) {
  const [all, setAll] = useState<VariantRow[]>([]);
  const { isBusy, failed, retry } = useProducts(query, (products, isFirst) => {
    const added = products
      .filter(({ isGiftCard, status }) => !isGiftCard && status !== 'archived')
      .flatMap((product) => product.variants.map((variant) => ({ product, variant })));
    setAll((before) => (isFirst ? added : [...before, ...added]));
  });
  return { rows: all.slice(0, maxCountLines), total: all.length, isBusy, failed, retry };
}
