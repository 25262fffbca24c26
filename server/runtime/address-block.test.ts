import { expect, it } from 'vitest';
import { addressBlock } from './address-block.ts';

it.each([
  ['203.0.113.7', '203.0.113.0/24'],
  ['::ffff:203.0.113.7', '203.0.113.0/24'],
  ['::FFFF:cb00:7107', '203.0.113.0/24'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:1:2::', '2001:db8:1:2::/64'],
  ['::1', '::/64'],
  ['fe80::1%eth0', 'fe80::/64'],
  ['', ''],
])('%j belongs to the block %j', (address, block) => {
  expect(addressBlock(address)).toBe(block);
});

it('keeps a whole IPv4 address on request, also a mapped one', () => {
  expect(addressBlock('::ffff:203.0.113.7', 32)).toBe('203.0.113.7');
  expect(addressBlock('203.0.113.7', 32)).toBe('203.0.113.7');
});
