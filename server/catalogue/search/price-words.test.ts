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
  ['rice bag under 500', { text: 'rice bag', maxPrice: 500 }],
  ['rice 15 kg under ₹900', { text: 'rice 15 kg', maxPrice: 900 }],
  ['माला १०८ under ₹५००', { text: 'माला १०८', maxPrice: 500 }],
  ['charm under ₹40', { text: 'charm', maxPrice: 40 }],
  ['gift up to 2k for mom', { text: 'gift for mom', maxPrice: 2000 }],
  ['saree from 36000 to 40000', { text: 'saree', minPrice: 36_000, maxPrice: 40_000 }],
  ['mugs between ₹36 and ₹40', { text: 'mugs', minPrice: 36, maxPrice: 40 }],
  ['silk 1,299.50 or less', { text: 'silk 1,299.50 or less' }],
  ['silk Rs 1,299.50 or less', { text: 'silk', maxPrice: 1299.5 }],
  ['underglaze 2 tile', { text: 'underglaze 2 tile' }],
])('%s', (text, expected) => {
  expect(readPriceWords(text)).toEqual(expected);
});

it.each([
  'rice under 15 kg',
  'atta upto 15kg',
  'sizes from 36 to 40',
  'kurta between 36 and 40',
  '36 to 40',
  'oil under 500 ml',
  'bottle 500 ml tak',
  'bowls 12 or more',
  '100 or more beads',
  '500 ml or less',
  'toys under 5',
  'books for kids under 12',
  'games above 60 months',
  'rug under 100 cm',
  'tea 250 g tak',
  '22k gold under 22k gold',
  'sale above 50%',
  'sale over 50 percent',
  'towel above 400 gsm',
  'size up to 100',
  'pack of more than 100',
  'ghee between 500 ml and 1000 ml',
  'from 500 to 1000 g',
  'lamp under 60watt',
  'battery over 5000mah',
  'over 100 pieces',
  'max 500xl',
  'rope within 90 feet',
])('%s names no price', (text) => {
  expect(readPriceWords(text)).toEqual({ text });
});
