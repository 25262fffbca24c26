import { expect, test } from 'vitest';
import { ean13 } from './ean13.ts';

/** The digits of the modules of an EAN-13, read as a scanner does. */
function read(widths: number[]): string {
  const modules = widths.map((width, i) => (i % 2 === 0 ? '1' : '0').repeat(width)).join('');
  expect(modules).toHaveLength(95);
  const setA = [
    '0001101',
    '0011001',
    '0010011',
    '0111101',
    '0100011',
    '0110001',
    '0101111',
    '0111011',
    '0110111',
    '0001011',
  ];
  const invert = (text: string) => text.replace(/./g, (bit) => (bit === '1' ? '0' : '1'));
  const setC = setA.map(invert);
  const setB = setC.map((text) => [...text].reverse().join(''));
  const parities = [
    'AAAAAA',
    'AABABB',
    'AABBAB',
    'AABBBA',
    'ABAABB',
    'ABBAAB',
    'ABBBAA',
    'ABABAB',
    'ABABBA',
    'ABBABA',
  ];
  let parity = '';
  let digits = '';
  for (let i = 0; i < 6; i++) {
    const part = modules.slice(3 + i * 7, 10 + i * 7);
    const isA = setA.includes(part);
    parity += isA ? 'A' : 'B';
    digits += (isA ? setA : setB).indexOf(part);
  }
  for (let i = 0; i < 6; i++) digits += setC.indexOf(modules.slice(50 + i * 7, 57 + i * 7));
  return parities.indexOf(parity) + digits;
}

test.each([
  '8901234567894',
  '4006381333931',
  '0036000291452',
  '9780306406157',
  '5901234123457',
  '2000000000008',
])('the bars of %s are those digits again', (digits) => expect(read(ean13(digits))).toBe(digits));
