import { expect, it } from 'vitest';
import { csvLine, parseCsv } from './csv.ts';

it('quotes what needs it', () => {
  expect(csvLine(['Mug', 'a,b', 'say "hi"', 'two\nlines', -5, 499.5])).toBe(
    'Mug,"a,b","say ""hi""","two\nlines",-5,499.5\r\n',
  );
});

it.each(['=cmd|calc', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1'])(
  'takes the sting out of %j (T-INJ-07)',
  (text) => {
    expect(csvLine([text])).toBe(`"'${text}"\r\n`);
  },
);

it('reads what it writes, and what spreadsheets write', () => {
  const cells = ['Mug', 'a,b', 'say "hi"', 'two\nlines', ''];
  expect(parseCsv(`\ufeff${csvLine(cells)}`)).toEqual([{ line: 1, cells }]);
  expect(parseCsv('a,b\r\n\r\n"x\ny",\n1')).toEqual([
    { line: 1, cells: ['a', 'b'] },
    { line: 3, cells: ['x\ny', ''] },
    { line: 5, cells: ['1'] },
  ]);
});
