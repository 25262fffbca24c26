import { expect, it } from 'vitest';
import { byteRange } from './byte-range.ts';

it.each([
  ['bytes=0-499', { start: 0, end: 499 }],
  ['bytes=500-', { start: 500, end: 999 }],
  ['bytes=-200', { start: 800, end: 999 }],
  ['bytes=-2000', { start: 0, end: 999 }],
  ['bytes=900-5000', { start: 900, end: 999 }],
  ['bytes=0-0', { start: 0, end: 0 }],
  ['bytes=1000-', 'outside'],
  ['bytes=-0', 'outside'],
  ['bytes=-', undefined],
  ['bytes=5-4', undefined],
  ['bytes=0-1,5-6', undefined],
  ['pages=1-2', undefined],
  [undefined, undefined],
])('%s of 1,000 bytes', (header, expected) => expect(byteRange(header, 1000)).toEqual(expected));
