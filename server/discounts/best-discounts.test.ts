import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bestDiscounts, type GoodsLine, minTotalPaise, type Rule } from './best-discounts.ts';

const line = (subtotalPaise: number, more: Partial<GoodsLine> = {}): GoodsLine => ({
  ...{ productId: 'p', categoryId: null, quantity: 1, subtotalPaise },
  ...more,
});
const rule = (more: Partial<Rule> = {}): Rule => ({
  ...{ id: 'a', code: null, percentTenths: null, amountPaise: null, appliesTo: 'order', targetIds: [] },
  ...{ minSubtotalPaise: 0, minQuantity: 0, isCombinable: false },
  ...more,
});
const percent = (percentTenths: number, more: Partial<Rule> = {}) => rule({ percentTenths, ...more });
const amount = (amountPaise: number, more: Partial<Rule> = {}) => rule({ amountPaise, ...more });
const applied = (rules: Rule[], goods: GoodsLine[]) =>
  bestDiscounts(rules, goods).map(({ discount, shares }) => [discount.id, shares]);

test('a discount is shared by the lines that it applies to, to the paisa', () => {
  expect(applied([percent(100)], [line(999), line(1), line(3333)])).toEqual([['a', [100, 0, 333]]]);
  // Of 100 paise, each of three equal lines has 33, and the first one the rest.
  expect(applied([amount(100)], [line(500), line(500), line(500)])).toEqual([['a', [34, 33, 33]]]);
  const shoes = line(50_000, { productId: 'shoe', categoryId: 'shoes', quantity: 2 });
  const goods = [line(10_000), shoes];
  expect(applied([percent(100, { appliesTo: 'products', targetIds: ['shoe'] })], goods)).toEqual([
    ['a', [0, 5000]],
  ]);
  expect(applied([amount(90_000, { appliesTo: 'categories', targetIds: ['shoes'] })], goods)).toEqual([
    ['a', [0, 50_000]],
  ]);
  expect(applied([percent(100, { appliesTo: 'categories', targetIds: ['hats'] })], goods)).toEqual([]);
});

test('what a discount needs counts of the products that it applies to', () => {
  const goods = [line(50_000, { productId: 'shoe', quantity: 2 }), line(100_000)];
  const ofShoes: Partial<Rule> = { appliesTo: 'products', targetIds: ['shoe'] };
  const isGiven = (more: Partial<Rule>) => applied([amount(100, more)], goods).length > 0;
  expect(isGiven({ minQuantity: 3 })).toBe(true);
  expect(isGiven({ minQuantity: 4 })).toBe(false);
  expect(isGiven({ ...ofShoes, minQuantity: 2 })).toBe(true);
  expect(isGiven({ ...ofShoes, minQuantity: 3 })).toBe(false);
  expect(isGiven({ ...ofShoes, minSubtotalPaise: 50_000 })).toBe(true);
  expect(isGiven({ ...ofShoes, minSubtotalPaise: 50_001 })).toBe(false);
});

test('the best discount is given, or all that can be combined', () => {
  const goods = [line(100_000)];
  const ten = percent(100, { id: 'ten' });
  const fifty = amount(5000, { id: 'fifty' });
  expect(applied([fifty, ten], goods)).toEqual([['ten', [10_000]]]);
  const both = [ten, fifty].map((each) => ({ ...each, isCombinable: true }));
  expect(applied(both, goods)).toEqual([
    ['ten', [10_000]],
    ['fifty', [5000]],
  ]);
  // A percentage reduces what another one has left.
  expect(applied([both[0] ?? ten, { ...ten, id: 'more', isCombinable: true }], goods)).toEqual([
    ['more', [10_000]],
    ['ten', [9000]],
  ]);
  const alone = amount(15_001, { id: 'alone' });
  expect(applied([...both, alone], goods)).toEqual([['alone', [15_001]]]);
  const same = amount(10_000, { id: 'zz', code: 'SAME' });
  expect(applied([ten, same], goods)).toEqual([['zz', [10_000]]]);
});

test('one rupee is left to pay', () => {
  expect(applied([percent(1000)], [line(5000), line(5000)])).toEqual([['a', [4950, 4950]]]);
  expect(applied([amount(5000)], [line(100)])).toEqual([]);
});

test('of any cart and discounts, shares fit the lines, and the order of the discounts does not matter', () => {
  const goods = fc.array(
    fc.record({
      productId: fc.constantFrom('p', 'q', 'r'),
      categoryId: fc.constantFrom('c', 'd', null),
      quantity: fc.integer({ min: 1, max: 999 }),
      subtotalPaise: fc.integer({ min: 0, max: 1e10 }),
    }),
    { minLength: 1, maxLength: 50 },
  );
  const value = fc.oneof(
    fc.record({ percentTenths: fc.integer({ min: 1, max: 1000 }), amountPaise: fc.constant(null) }),
    fc.record({ percentTenths: fc.constant(null), amountPaise: fc.integer({ min: 1, max: 1e9 }) }),
  );
  const target = fc.record({
    appliesTo: fc.constantFrom('order' as const, 'products' as const, 'categories' as const),
    targetIds: fc.subarray(['p', 'q', 'c']),
  });
  const limits = fc.record({
    code: fc.constantFrom(null, 'CODE'),
    minSubtotalPaise: fc.integer({ min: 0, max: 1e6 }),
    minQuantity: fc.integer({ min: 0, max: 5 }),
    isCombinable: fc.boolean(),
  });
  const rules = fc
    .array(fc.tuple(value, target, limits), { maxLength: 20 })
    .map((all) => all.map(([a, b, c], n) => ({ id: `d${n}`, ...a, ...b, ...c })));
  fc.assert(
    fc.property(goods, rules, (cart, discounts) => {
      const result = bestDiscounts(discounts, cart);
      const reductions = cart.map((_, at) => result.reduce((sum, { shares }) => sum + (shares[at] ?? 0), 0));
      const total = cart.reduce((sum, { subtotalPaise }, at) => {
        expect(reductions[at]).toBeGreaterThanOrEqual(0);
        expect(reductions[at]).toBeLessThanOrEqual(subtotalPaise);
        return sum + subtotalPaise - (reductions[at] ?? 0);
      }, 0);
      if (result.length > 0) expect(total).toBeGreaterThanOrEqual(minTotalPaise);
      for (const { shares } of result) expect(shares.every(Number.isSafeInteger)).toBe(true);
      // Alone, unless all of them can be combined.
      expect(result.length < 2 || result.every(({ discount }) => discount.isCombinable)).toBe(true);
      expect(bestDiscounts(discounts.toReversed(), cart)).toEqual(result);
      // No discount alone is better, but for the rounding of percentages of percentages.
      const paise = (found: typeof result) =>
        found.flatMap(({ shares }) => shares).reduce((all, each) => all + each, 0);
      for (const each of discounts)
        expect(paise(bestDiscounts([each], cart)) - paise(result)).toBeLessThanOrEqual(result.length);
    }),
    { numRuns: 300 },
  );
});
