import { expect, it } from 'vitest';
import { readIdentifier } from '../identifiers.ts';
import { barcodeProblem, gtinOf } from './barcode.ts';

it.each([
  ['EAN-13', '8901234567890', '8901234567890'],
  ['EAN-8', '96385074', '96385074'],
  ['UPC', '036000291452', '036000291452'],
  ['a case', '18901234567897', '18901234567897'],
  ['ISBN-13 with hyphens', '978-0-306-40615-7', '9780306406157'],
  ['ISBN-10', '0-306-40615-2', '9780306406157'],
  ['ISBN-10 with an X', '080442957X', '9780804429573'],
  ['a wrong check digit', '8901234567894', undefined],
  ['a number of the shop', '2000000000008', undefined],
  ['zeros', '0000000000000', undefined],
  ['a short number', '12345', undefined],
  ['a text', 'B-12', undefined],
  ['none', '', undefined],
])('%s', (_, barcode, gtin) => {
  expect(gtinOf(barcode)).toBe(gtin);
});

it('a wrong check digit is named with the right one; other numbers are no problem', () => {
  expect(barcodeProblem('8901234567894')).toMatch('its last digit would be 0');
  for (const right of ['8901234567890', '2000000000008', '12345', 'B-12', ''])
    expect(barcodeProblem(right)).toBeUndefined();
});

it('what a spreadsheet did to a barcode is undone, or it is not read', () => {
  const read = (cell: string) => readIdentifier(cell, 'barcode');
  expect(read("'8901234567890")).toEqual({ value: '8901234567890' });
  expect(read('="8901234567890"')).toEqual({ value: '8901234567890' });
  expect(read('8901234567890.0')).toEqual({ value: '8901234567890' });
  expect(read('36000291452')).toEqual({ value: '036000291452' });
  expect(read('8.90123E+12').problem).toMatch('a spreadsheet has shortened the number');
});
