import { expect, test } from 'vitest';
import { type CartLine, lineFor } from '../../../shared/orders/cart.ts';
import { linesWithReply, unsentChanges } from './account-lines.ts';

const variantOf = (id: string) => ({
  _id: `${id}-1`,
  values: [],
  finalPrice: 5,
  countInStock: 9,
  image: null,
});
const line = (id: string, quantity: number): CartLine =>
  lineFor({ _id: id, slug: id, name: id, image: null, variants: [] }, variantOf(id), quantity);
const quantities = (lines: { _id: string; quantity: number }[]) =>
  lines.map(({ _id, quantity }) => [_id, quantity]);

test('the account is told what has changed since it was read', () => {
  const known = [line('a', 1), line('b', 2), line('c', 3)];
  const gone = { ...line('e', 1), gone: true };
  const old = { ...line('f', 1), variantId: null };
  const changes = unsentChanges(known, [line('a', 1), line('b', 5), line('d', 1), gone, old]);
  expect(quantities(changes)).toEqual([
    ['b', 5],
    ['d', 1],
    ['c', 0],
  ]);
  expect(unsentChanges(known, known)).toEqual([]);
});

test('a reply changes what the shopper has not changed meanwhile, and loses nothing', () => {
  const sent = [line('same', 1), line('elsewhere', 1), line('removed', 1), line('more', 1), line('new', 2)];
  const known = sent.slice(0, -1);
  const old = { ...line('old', 1), variantId: null };
  const now = [line('same', 1), line('elsewhere', 1), line('more', 4), line('new', 2), line('added', 1), old];
  const reply = [line('same', 3), line('removed', 1), line('more', 1), line('device', 2)];
  const after = linesWithReply(known, sent, now, reply);
  expect(quantities(after)).toEqual([
    ['same', 3],
    ['more', 4],
    // The account did not take it: it is not for sale.
    ['new', 2],
    ['added', 1],
    ['old', 1],
    ['device', 2],
  ]);
  expect(after.filter(({ gone }) => gone).map(({ _id }) => _id)).toEqual(['new']);
  // What remains to be sent.
  expect(quantities(unsentChanges(reply, after))).toEqual([
    ['more', 4],
    ['added', 1],
    ['removed', 0],
  ]);
});
