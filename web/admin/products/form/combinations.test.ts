import { describe, expect, it } from 'vitest';
import {
  allCombinations,
  combined,
  type DraftOption,
  type DraftVariant,
  emptyOffer,
} from './combinations.ts';

const size = { name: 'Size', values: 'S, M ,s,, L' };
const colour = { name: 'Colour', values: 'Indigo,Madder' };
const single = {
  ...emptyOffer,
  price: '250',
  finalPrice: '199',
  sku: 'KT-1',
  countInStock: '7',
  lowStockAt: '2',
  netQuantity: '1 piece',
  weightGrams: '250',
  shelfCode: 'A-1',
};
const none: { options: DraftOption[]; variants: DraftVariant[] } = { options: [], variants: [] };
const sizes = (...values: string[]) => values.map((value) => ({ name: 'Size', values: value }));

describe('allCombinations', () => {
  it('combines every value with every other once; ignores an option without values', () => {
    expect(allCombinations([size])).toEqual([['S'], ['M'], ['L']]);
    expect(allCombinations([size, colour])).toHaveLength(6);
    expect(allCombinations([size, { name: '', values: ' ' }])).toHaveLength(3);
    expect(allCombinations([])).toEqual([]);
  });
});

describe('combined', () => {
  /** The rows after each of these texts has been typed into the only option. */
  const typed = (...texts: string[]) => {
    let before = none;
    for (const text of texts) {
      const options = sizes(text);
      before = { options, variants: combined(options, before, single) };
    }
    return before;
  };

  it('the first combination keeps the stock, prices and SKU typed for the product while its value is typed', () => {
    expect(typed('', 'S', 'Sm', 'Small', 'Small,', 'Small, L').variants).toMatchObject([
      { values: ['Small'], ...single, offered: true },
      { values: ['L'], price: '250', finalPrice: '199', sku: '', countInStock: '' },
    ]);
  });

  it('keeps the entered data when a value is renamed, added or removed', () => {
    const now = typed('S', 'S, M');
    now.variants[1] = {
      ...(now.variants[1] as DraftVariant),
      countInStock: '3',
      price: '300',
      finalPrice: '',
    };
    expect(combined(sizes('M, XL'), now, single)).toMatchObject([
      { values: ['M'], price: '300', countInStock: '3' },
      { values: ['XL'], price: '250', finalPrice: '199', countInStock: '' },
    ]);
    expect(combined(sizes('S, Medium'), now, single)[1]).toMatchObject({
      values: ['Medium'],
      countInStock: '3',
    });
  });

  it('adding a second option assigns the rows to its first value; removing it restores them', () => {
    const now = typed('S, M');
    const options = [...now.options, colour];
    expect(combined([...now.options, { name: '', values: '' }], now, single, [0, undefined])).toEqual(
      now.variants,
    );
    const both = combined(options, now, single, [0, undefined]);
    expect(both.map(({ values, countInStock, price }) => [...values, countInStock, price])).toEqual([
      ['S', 'Indigo', '7', '250'],
      ['S', 'Madder', '', '250'],
      ['M', 'Indigo', '', '250'],
      ['M', 'Madder', '', '250'],
    ]);
    const onlyColour = combined([colour], { options, variants: both }, single, [1]);
    expect(onlyColour.map(({ values, countInStock }) => [...values, countInStock])).toEqual([
      ['Indigo', '7'],
      ['Madder', ''],
    ]);
    expect(combined(now.options, { options, variants: both }, single, [0])).toEqual(now.variants);
  });
});
