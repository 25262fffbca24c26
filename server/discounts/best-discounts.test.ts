import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bestDiscounts, findLack } from './best-discounts.ts';
import { unitsOfDeal } from './kinds/buy-x-get-y.ts';
import type { GoodsLine, Rule } from './rule.ts';

const line = (subtotalPaise: number, more: Partial<GoodsLine> = {}): GoodsLine => ({
  variantId: 'v',
  productId: 'p',
  categoryId: null,
  quantity: 1,
  subtotalPaise,
  ...more,
});
const rule = (more: Partial<Rule> = {}): Rule => ({
  id: 'a',
  code: null,
  percentTenths: null,
  amountPaise: null,
  appliesTo: 'order',
  targetIds: [],
  minSubtotalPaise: 0,
  minQuantity: 0,
  isCombinable: false,
  fixedPricePaise: null,
  getQuantity: null,
  getAppliesTo: null,
  getTargetIds: null,
  maxPerOrder: null,
  isFreeShipping: false,
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
  const both = [ten, fifty].map((item) => ({ ...item, isCombinable: true }));
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

/** Buy two, get one free, of any products. */
const deal = (more: Partial<Rule> = {}) =>
  percent(1000, { minQuantity: 2, getQuantity: 1, getAppliesTo: 'order', getTargetIds: [], ...more });
const units = (productId: string, quantity: number, pricePaise: number): GoodsLine =>
  line(quantity * pricePaise, { variantId: productId, productId, quantity });
const ofProduct = (id: string) => ({ appliesTo: 'products' as const, targetIds: [id] });
const getProduct = (id: string) => ({ getAppliesTo: 'products' as const, getTargetIds: [id] });

test('buy X get Y reduces the cheapest units, and none that the customer buys', () => {
  const shares = (rules: Rule[], goods: GoodsLine[]) =>
    bestDiscounts(rules, goods).map((bestDiscount) => bestDiscount.shares);
  expect(shares([deal()], [units('p', 2, 500)])).toEqual([]);
  expect(shares([deal()], [units('p', 3, 500)])).toEqual([[500]]);
  expect(shares([deal()], [units('p', 1, 900), units('q', 2, 500)])).toEqual([[0, 500]]);
  // Six units are two uses; with at most one, the cheapest unit.
  expect(shares([deal()], [units('p', 4, 900), units('q', 2, 500)])).toEqual([[0, 1000]]);
  expect(shares([deal({ maxPerOrder: 1 })], [units('p', 4, 900), units('q', 2, 500)])).toEqual([[0, 500]]);
  expect(shares([deal({ percentTenths: 500 })], [units('p', 3, 501)])).toEqual([[251]]);
  // The shirts are bought, so that only the scarves are reduced, although they are dearer.
  const shirts = deal({ ...ofProduct('shirt'), getAppliesTo: 'order' });
  expect(shares([shirts], [units('shirt', 4, 100), units('scarf', 2, 900)])).toEqual([[0, 1800]]);
  const scarf = deal({ ...ofProduct('shirt'), ...getProduct('scarf'), getQuantity: 2 });
  expect(shares([scarf], [units('shirt', 2, 100), units('scarf', 1, 900)])).toEqual([[0, 900]]);
  expect(shares([scarf], [units('shirt', 1, 100), units('scarf', 3, 900)])).toEqual([]);
  expect(findLack(scarf, [units('shirt', 2, 100)])).toBe('gets');
  expect(findLack(scarf, [units('shirt', 2, 100), units('scarf', 1, 900)])).toBeUndefined();

  // For an amount, once: what is got does not count towards it.
  const spend = deal({ minQuantity: 0, minSubtotalPaise: 1000 });
  expect(shares([spend], [units('p', 2, 600)])).toEqual([]);
  expect(shares([spend], [units('p', 2, 600), units('q', 1, 200)])).toEqual([[0, 200]]);
  expect(shares([spend], [units('p', 9, 600)])).toEqual([[600]]);
  expect(shares([spend], [units('p', 1, 1000), units('gift', 1, 0)])).toEqual([]);

  // Two of them share the units: one alone can be better.
  const both = { isCombinable: true };
  const first = deal({ id: 'a', ...ofProduct('p'), ...getProduct('cheap'), ...both });
  const second = deal({ id: 'b', ...ofProduct('p'), ...getProduct('dear'), ...both });
  const goods = [units('p', 2, 100), units('cheap', 1, 100), units('dear', 1, 900)];
  expect(applied([first, second], goods)).toEqual([['b', [0, 0, 900]]]);
  expect(applied([first, second], [units('p', 4, 100), ...goods.slice(1)])).toEqual([
    ['a', [0, 100, 0]],
    ['b', [0, 0, 900]],
  ]);
});

test('a fixed price is that of each unit, unless it costs less', () => {
  const fixed = rule({ fixedPricePaise: 49_900, ...ofProduct('p') });
  expect(applied([fixed], [units('p', 3, 79_900), units('q', 1, 79_900)])).toEqual([['a', [90_000, 0]]]);
  expect(applied([fixed], [units('p', 3, 40_000)])).toEqual([]);
  // Then one of three is free, at the fixed price, and the rest is 10% cheaper.
  const all = [
    { ...fixed, isCombinable: true },
    deal({ id: 'b', isCombinable: true }),
    percent(100, { id: 'c', isCombinable: true }),
  ];
  expect(applied(all, [units('p', 3, 79_900)])).toEqual([
    ['a', [90_000]],
    ['b', [49_900]],
    ['c', [9980]],
  ]);
});

test('free shipping takes off the delivery charge, and the cheapest total is chosen', () => {
  const free = rule({ id: 'free', isFreeShipping: true });
  const below = (limit: number) => (reducedPaise: number) => (reducedPaise < limit ? 9900 : 0);
  const totals = (rules: Rule[], goods: GoodsLine[], limit = 200_000) =>
    bestDiscounts(rules, goods, below(limit)).map((bestDiscount) => [
      bestDiscount.discount.id,
      bestDiscount.shares,
      bestDiscount.shippingPaise,
    ]);
  expect(totals([free], [line(50_000), line(40_000)])).toEqual([['free', [0, 0], 9900]]);
  expect(totals([free], [line(200_000)])).toEqual([]);
  expect(totals([{ ...free, minSubtotalPaise: 50_001 }], [line(50_000)])).toEqual([]);
  expect(totals([{ ...free, ...ofProduct('q') }], [line(50_000)])).toEqual([]);
  expect(applied([free], [line(50_000)])).toEqual([]);
  // Alone it saves less than a tenth of ₹1,000, and more than one of ₹900.
  const ten = percent(100, { id: 'ten' });
  expect(totals([free, ten], [line(100_000)])).toEqual([['ten', [10_000], 0]]);
  expect(totals([free, ten], [line(90_000)])).toEqual([['free', [0], 9900]]);
  const both = [free, ten].map((item) => ({ ...item, isCombinable: true }));
  expect(totals(both, [line(90_000)])).toEqual([
    ['ten', [9000], 0],
    ['free', [0], 9900],
  ]);
  // A discount that makes delivery dearer than it saves is not given.
  expect(totals([amount(5000)], [line(200_000)])).toEqual([]);
  expect(totals([amount(9901)], [line(200_000)])).toEqual([['a', [9901], 0]]);
  // One rupee is left to pay.
  expect(totals([free], [line(99)])).toEqual([]);
});

test('of any units, those that are bought and got are there, and each use has what it needs', () => {
  const lines = fc.array(
    fc.record({
      count: fc.integer({ min: 0, max: 6 }),
      pricePaise: fc.integer({ min: 0, max: 300 }),
      isBought: fc.boolean(),
      isGot: fc.boolean(),
    }),
    { maxLength: 8 },
  );
  const deals = fc.record({
    minQuantity: fc.integer({ min: 1, max: 4 }),
    getQuantity: fc.integer({ min: 1, max: 4 }),
    maxPerOrder: fc.option(fc.integer({ min: 1, max: 3 })),
  });
  fc.assert(
    fc.property(lines, deals, (item, wanted) => {
      const all = item.map((candidate) => ({ ...candidate, fullPaise: candidate.pricePaise }));
      const { got, bought } = unitsOfDeal({ ...wanted, minSubtotalPaise: 0 }, all);
      const sum = (counts: number[]) => counts.reduce((total, count) => total + count, 0);
      for (const [index, { count, isBought, isGot }] of all.entries()) {
        const [gets = 0, buys = 0] = [got[index], bought[index]];
        expect(gets >= 0 && buys >= 0 && gets + buys <= count).toBe(true);
        expect((gets === 0 || isGot) && (buys === 0 || isBought)).toBe(true);
      }
      const spent = { ...wanted, minQuantity: 0, minSubtotalPaise: 100 * wanted.minQuantity };
      const once = unitsOfDeal(spent, all);
      for (const [index, { count }] of all.entries()) {
        const [gets = 0, buys = 0] = [once.got[index], once.bought[index]];
        expect(gets >= 0 && buys >= 0 && gets + buys <= count).toBe(true);
      }
      expect(sum(once.got)).toBeLessThanOrEqual(wanted.getQuantity);
      const paid = sum(all.map(({ pricePaise }, index) => pricePaise * (once.bought[index] ?? 0)));
      expect(sum(once.got) === 0 || paid >= spent.minSubtotalPaise).toBe(true);
      const uses = Math.ceil(sum(got) / wanted.getQuantity);
      expect(sum(bought)).toBe(uses * wanted.minQuantity);
      expect(uses).toBeLessThanOrEqual(wanted.maxPerOrder ?? 1000);
      // One more unit is not possible: it is not there, or what must be bought for it.
      const isGettable = (pairs: (typeof all)[number]) => pairs.isGot && pairs.pricePaise > 0;
      const counts = (which: (pairs: (typeof all)[number]) => boolean) =>
        sum(all.filter(which).map(({ count }) => count));
      const more = sum(got) + 1;
      const moreUses = Math.ceil(more / wanted.getQuantity);
      expect(
        more > counts(isGettable) ||
          moreUses > (wanted.maxPerOrder ?? 1000) ||
          moreUses * wanted.minQuantity > counts(({ isBought }) => isBought) ||
          more + moreUses * wanted.minQuantity >
            counts((candidate) => candidate.isBought || isGettable(candidate)),
      ).toBe(true);
    }),
    { numRuns: 500 },
  );
});
