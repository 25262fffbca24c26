import type { Product } from '../../../shared/contract/catalogue/catalogue.ts';
import type { ProductChange } from '../../../shared/contract/catalogue/catalogue-admin.ts';
import { isForSale, newGstProblems, type Taxed } from '../products/products.ts';
import { inputOf } from './input.ts';
import { type ImportItem, type Note, notesOf } from './item.ts';

/**
 * What an item writes to a product (undefined for a new one), and all notes about what is not as the file says. `stored`
 * is that of `inputOf`, and `hasGst` says whether the shop charges GST. Throws BadLine.
 */
export function sellableInput(
  item: ImportItem,
  now: Product | undefined,
  stored: Map<string, string>,
  hasGst: boolean,
): { input: ProductChange; notes: Note[] } {
  const { input: given, lost } = inputOf(item, now, stored);
  const { input, notes } = keepOffSale(given, now, { line: item.line, hasGst });
  return { input, notes: notesOf(item, now).concat(lost, notes) };
}

/**
 * The input of a product with notes about what is not imported as the file says, in a shop that charges GST: a product
 * that lacks an HSN code or a GST rate becomes a draft or stays what it is. One on sale keeps the one of them that the
 * file would take away, or both if that is not enough.
 */
function keepOffSale(
  input: ProductChange,
  now: Product | undefined,
  { line, hasGst }: { line: number; hasGst: boolean },
): { input: ProductChange; notes: Note[] } {
  const problemsOf = (given: ProductChange) => (hasGst ? newGstProblems(taxedAfter(given, now), now) : {});
  const problems = problemsOf(input);
  const fields = Object.keys(problems);
  if (fields.length === 0) return { input, notes: [] };
  const noteOf = (what: string) => [{ line, message: `${what}: ${Object.values(problems).join('. ')}` }];
  if (!now) return { input: { ...input, status: 'draft' }, notes: noteOf('Imported as a draft') };
  if (!isForSale(now.status))
    return { input: { ...input, status: now.status }, notes: noteOf(`Its status stays ${now.status}`) };
  for (const field of fields) {
    const others = { ...input, [field]: undefined };
    if (Object.keys(problemsOf(others)).length === 0)
      return { input: others, notes: noteOf(`${labels[field] ?? field} stays as it is`) };
  }
  const others = { ...input, hsn: undefined, gstRate: undefined, isGiftCard: undefined };
  const isCard = now.isGiftCard && input.isGiftCard === false;
  return { input: others, notes: noteOf(isCard ? 'It stays a gift card' : bothStay) };
}

const bothStay = 'HSN code and GST rate stay as they are';
const labels: Record<string, string> = { hsn: 'HSN code', gstRate: 'GST rate' };

/** What decides whether the product can be sold, after an input is applied. */
export const taxedAfter = (input: ProductChange, now: Product | undefined): Taxed => ({
  status: input.status ?? now?.status ?? 'active',
  hsn: input.hsn === undefined ? (now?.hsn ?? null) : input.hsn,
  gstRate: input.gstRate === undefined ? (now?.gstRate ?? null) : input.gstRate,
  isGiftCard: input.isGiftCard ?? now?.isGiftCard === true,
});
