import { expect, it } from 'vitest';
import { readPriceWords } from './price-words.ts';

it.each([
  ['stole under 1500', { text: 'stole', maxPrice: 1500 }],
  ['Toys below ₹500', { text: 'Toys', maxPrice: 500 }],
  ['gift under Rs. 1,000 for mom', { text: 'gift for mom', maxPrice: 1000 }],
  ['juttis upto 2k', { text: 'juttis', maxPrice: 2000 }],
  ['diya 500 se kam', { text: 'diya', maxPrice: 500 }],
  ['mug 300 rupaye tak', { text: 'mug', maxPrice: 300 }],
  ['vase above 2000', { text: 'vase', minPrice: 2000 }],
  ['saree 3000 se upar', { text: 'saree', minPrice: 3000 }],
  ['bowl between 500 and 1000', { text: 'bowl', minPrice: 500, maxPrice: 1000 }],
  ['under 500', { text: '', maxPrice: 500 }],
  ['vase under 99999999999999999999', { text: 'vase', maxPrice: 999_999_999 }],
  ['set of 4 mugs', { text: 'set of 4 mugs' }],
  ['BPT-STO-001', { text: 'BPT-STO-001' }],
  ['underglaze 2 tile', { text: 'underglaze 2 tile' }],
])('%s', (text, expected) => {
  expect(readPriceWords(text)).toEqual(expected);
});
