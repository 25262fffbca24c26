import { expect, it } from 'vitest';
import { csvLine } from './csv.ts';

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
