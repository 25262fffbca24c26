import { expect, it } from 'vitest';
import { slugify } from './slug.ts';

it.each([
  ['Indigo Buti Cushion Cover', 'indigo-buti-cushion-cover'],
  ['  Café — “Chai” Mug!  ', 'cafe-chai-mug'],
  ['Potter’s Wheel #2', 'potters-wheel-2'],
  ['दीया', ''],
  ['---', ''],
])('%s becomes %s', (name, slug) => expect(slugify(name)).toBe(slug));

it('has at most 100 characters and ends with a letter', () => {
  expect(slugify(`${'a'.repeat(99)} b`)).toBe('a'.repeat(99));
});
