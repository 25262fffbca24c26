import { expect, it } from 'vitest';
import { pinsIn } from './draft.ts';

it.each([
  ['560001, 560002', ['560001', '560002']],
  ['560 001\n560 002;560003', ['560001', '560002', '560003']],
  ['560001 560002', ['560001', '560002']],
  ['560 01, 5600 01', ['560', '01', '5600']],
])('the PIN codes in %j are %j', (text, pins) => {
  expect(pinsIn(text)).toEqual(pins);
});
