import type { Product } from '../../../shared/contract/catalogue.ts';
import type { ProductChange } from '../../../shared/contract/catalogue-admin.ts';
import type { ImportItem } from './item.ts';

/** What a product still lacks after its import, before it should be sold. `hasPictures` counts those that are to come. */
export function missingOf(
  item: ImportItem,
  now: Product | undefined,
  input: ProductChange,
  hasPictures: boolean,
): string[] {
  const lacks: [string, boolean][] = [
    ['Pictures', !hasPictures],
    ['Description', !(input.description ?? now?.description)],
    ['Category', !(item.category ?? now?.category?.name)],
    ['HSN code', !(input.hsn === undefined ? now?.hsn : input.hsn)],
    // Nothing but the file can say whether the usual rate is right for a new product.
    ['GST rate', !now && !item.gstRate],
  ];
  return lacks.flatMap(([field, isMissing]) => (isMissing ? field : []));
}
