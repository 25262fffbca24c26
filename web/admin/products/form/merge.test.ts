import { expect, it } from 'vitest';
import { combined, emptyOffer } from './combinations.ts';
import { type Draft, emptyDraft } from './draft.ts';
import { mergeDrafts } from './merge.ts';

const base: Draft = { ...emptyDraft, name: 'Quilt', price: '799', finalPrice: '499', countInStock: '5' };
const merge = (local: Partial<Draft>, saved: Partial<Draft>, from = base) =>
  mergeDrafts({ base: from, local: { ...from, ...local }, saved: { ...from, ...saved } }, 'local');

const options = [{ name: 'Size', values: 'S, M' }];
const offer = { ...emptyOffer, price: '100', countInStock: '4' };
const sized: Draft = { ...base, options, variants: combined(options, { options: [], variants: [] }, offer) };
/** The sized product with another list of sizes, and prices by size. */
function withSizes(values: string, prices: Record<string, string> = {}): Draft {
  const next = [{ name: 'Size', values }];
  const variants = combined(next, sized, offer).map((row) => ({
    ...row,
    finalPrice: prices[row.values[0] ?? ''] ?? row.finalPrice,
  }));
  return { ...sized, options: next, variants };
}

it('merges fields that only one side changed, and applies both stock differences', () => {
  const { draft, conflicts } = merge(
    { finalPrice: '450', countInStock: '9', category: 'c' },
    { name: 'Jaal Quilt', countInStock: '3' },
  );
  expect(conflicts).toEqual([]);
  expect(draft).toMatchObject({ name: 'Jaal Quilt', finalPrice: '450', countInStock: '7', category: 'c' });
});

it('reports a field that both changed, unless both entered the same value', () => {
  const both = {
    base,
    local: { ...base, name: 'A', hsn: '6304' },
    saved: { ...base, name: 'B', hsn: '6304' },
  };
  expect(mergeDrafts(both, 'local')).toMatchObject({
    draft: { name: 'A', hsn: '6304' },
    conflicts: [{ label: 'Name', local: 'A', saved: 'B' }],
  });
  expect(mergeDrafts(both, 'saved').draft.name).toBe('B');
});

it('keeps a combination that another admin added when other combinations are saved', () => {
  const { draft, conflicts } = merge(
    withSizes('S, M, L', { S: '80' }),
    withSizes('S, M, XL', { XL: '90', M: '70' }),
    sized,
  );
  expect(conflicts).toEqual([]);
  expect(draft.options).toEqual([{ name: 'Size', values: 'S, M, L, XL' }]);
  expect(draft.variants.map(({ values, finalPrice, offered }) => [values[0], finalPrice, offered])).toEqual([
    ['S', '80', true],
    ['M', '70', true],
    ['L', '', true],
    ['XL', '90', true],
  ]);
});

it('names the combination whose price both changed', () => {
  const { conflicts } = merge(withSizes('S, M', { S: '80' }), withSizes('S, M', { S: '90' }), sized);
  expect(conflicts).toEqual([{ label: 'Selling price of S', local: '80', saved: '90' }]);
});

it('reports a conflict if both changed the list of options', () => {
  const colour = { name: 'Colour', values: 'Red' };
  const local = { options: [], variants: [] };
  const saved = { options: [...options, colour] };
  const { draft, conflicts } = merge(local, saved, sized);
  expect(conflicts.map(({ label }) => label)).toEqual(['Options']);
  expect(draft.options).toEqual([]);
});
