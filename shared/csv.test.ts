import { expect, it } from 'vitest';
import { csvLine, fromCsvCell, uploadLine } from './csv.ts';

it('quotes cells that contain separators, quotes or line breaks', () => {
  expect(csvLine(['Mug', 'a,b', 'say "hi"', 'two\nlines', -5, 499.5])).toBe(
    'Mug,"a,b","say ""hi""","two\nlines",-5,499.5\r\n',
  );
});

it.each(['=cmd|calc', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '＝1', '＋1', '－1', '＠A1'])(
  'prefixes the formula %j with a quote (T-INJ-07)',
  (text) => {
    expect(csvLine([text])).toBe(`"'${text}"\r\n`);
  },
);

const changed = [
  '0902',
  '8901234567890',
  '12E456',
  '1.50',
  '10-12',
  '2/3',
  '2026-11',
  '1-2-3',
  'May 5',
  '5 May',
  'Mar-26',
];
it.each([...changed, "'0902", '=A1'])('protects %j from spreadsheets, and reads it as it was', (text) => {
  const [cell = ''] = csvLine([text]).split('\r\n');
  expect(cell).toBe(`"'${text}"`);
  expect(fromCsvCell(cell.slice(1, -1))).toBe(text);
});

it.each([
  '902',
  '9876543210',
  'A-10-12',
  '36-40',
  '250 g',
  '2026-11-21',
  '2026-11-21 13:15',
  'Marigold',
  "'90s lamp",
])('leaves %j as it is, which spreadsheets do not change', (text) => {
  expect(csvLine([text])).toBe(text.includes("'") ? `"${text}"\r\n` : `${text}\r\n`);
  expect(fromCsvCell(text)).toBe(text);
});

it('other programs get cells as they are, without formulas', () => {
  expect(uploadLine(['0902', '12E456', '=A1', 5])).toBe(`0902,12E456,"'=A1",5\r\n`);
});
