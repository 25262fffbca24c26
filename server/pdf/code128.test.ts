import { expect, it } from 'vitest';
import { code128 } from './code128.ts';

it('draws tracking numbers in bars that a scanner reads', () => {
  // Each was read by another implementation, the reader of ZXing.
  expect(code128('EI998877665IN')?.join('')).toBe(
    '2112141321132313111131411131414212114131111214211141312132122313111133211211242331112',
  );
  expect(code128('1490812345678901')?.join('')).toBe(
    '2112321222312141211211423121311131231411222121412221221323112331112',
  );
  expect(code128('XB-12-998')?.join('')).toBe(
    '2112143311211311231221321232212232111221323211223211223112221114222331112',
  );
});

it('has a symbol of eleven modules for every character, with an even number of dark ones', () => {
  const printable = Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i));
  const pairs = Array.from({ length: 100 }, (_, i) => String(i).padStart(2, '0').repeat(2));
  const seen = { B: new Set<string>(), C: new Set<string>() };
  for (const text of [...printable, ...pairs]) {
    const widths = code128(text) ?? [];
    const symbols = Array.from({ length: (widths.length - 7) / 6 }, (_, i) => widths.slice(6 * i, 6 * i + 6));
    for (const symbol of symbols) {
      expect(symbol.reduce((sum, width) => sum + width)).toBe(11);
      expect(symbol.reduce((sum, width, i) => sum + (i % 2 === 0 ? width : 0), 0) % 2).toBe(0);
    }
    seen[text.length === 1 ? 'B' : 'C'].add(symbols[1]?.join('') ?? '');
  }
  expect([seen.B.size, seen.C.size]).toEqual([95, 100]);
});

it('has no bars for what the code can’t hold', () => {
  expect([code128(''), code128('डाक 12'), code128('a\nb')]).toEqual([undefined, undefined, undefined]);
});
