import { describe, expect, it } from 'vitest';
import { allCombinations, combined } from './combinations.ts';

const size = { name: 'Size', values: 'S, M ,s,, L' };
const colour = { name: 'Colour', values: 'Indigo,Madder' };

describe('allCombinations', () => {
  it('pairs every value with every other, each once', () => {
    expect(allCombinations([size])).toEqual([['S'], ['M'], ['L']]);
    expect(allCombinations([size, colour])).toHaveLength(6);
    expect(allCombinations([])).toEqual([]);
    expect(allCombinations([{ name: 'Size', values: ' ' }])).toEqual([]);
  });
});

describe('combined', () => {
  it('keeps what was written and gives new rows the first price', () => {
    const now = combined([size], [], '250').map((row) => ({ ...row, countInStock: '3' }));
    const later = combined([{ name: 'Size', values: 'M, XL' }], now, '');
    expect(later).toMatchObject([
      { values: ['M'], price: '250', countInStock: '3' },
      { values: ['XL'], price: '250', countInStock: '', offered: true },
    ]);
  });
});
