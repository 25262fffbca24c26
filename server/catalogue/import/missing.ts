import type { Product } from '../../../shared/contract/catalogue.ts';
import type { ProductChange } from '../../../shared/contract/catalogue-admin.ts';
import type { ImportItem } from './item.ts';

/** What a product still lacks for sale after its import. `hasPictures` includes pictures that are still to be fetched. */
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
    // For a new product, only the file can confirm that the default rate is right.
    ['GST rate', !now && !item.gstRate],
  ];
  return lacks.flatMap(([field, isMissing]) => (isMissing ? field : []));
}
