import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type CartAction,
  type CartLine,
  type CartProduct,
  cartReducer,
  lineFor,
  lineProblem,
  linesLeft,
  linesRestored,
  lineTotal,
  parseSavedCart,
  refreshedLines,
  totalItems,
  totalPrice,
} from './cart.ts';

const cup = product('cup', [{ price: 499.5, stock: 12 }]);
const stole = product('stole', [
  { price: 1299, stock: 3, values: ['Indigo', 'Large'] },
  { price: 1199, stock: 0, values: ['Indigo', 'Small'] },
]);

describe('cart actions (spec §4)', () => {
  test('adding a product again increases its quantity, by one unless stated', () => {
    const once = cartReducer([], { type: 'add', line: lineOf(cup) });
    const again = cartReducer(once, { type: 'add', line: lineOf(cup), quantity: 3 });
    expect(again.map((line) => line.quantity)).toEqual([4]);
  });

  test('each variant has its own line', () => {
    const lines = [0, 1].reduce<CartLine[]>(
      (held, index) => cartReducer(held, { type: 'add', line: lineOf(stole, index) }),
      [],
    );
    expect(lines.map((line) => line.variantLabel)).toEqual(['Indigo / Large', 'Indigo / Small']);
  });

  test('quantity never falls below one', () => {
    const [line] = [lineOf(cup)];
    expect(cartReducer([line], { type: 'decrease', line })[0]?.quantity).toBe(1);
    for (const quantity of [0, -5, Number.NaN, 0.4]) {
      expect(cartReducer([line], { type: 'set', line, quantity })[0]?.quantity).toBe(1);
    }
  });

  test('increase, decrease, set, remove and clear affect only their line', () => {
    const lines = [lineOf(cup), lineOf(stole)];
    const line = lineOf(cup);
    const quantities = (action: CartAction) => cartReducer(lines, action).map((held) => held.quantity);
    expect(quantities({ type: 'increase', line })).toEqual([2, 1]);
    expect(quantities({ type: 'set', line, quantity: 40 })).toEqual([40, 1]);
    expect(quantities({ type: 'remove', line })).toEqual([1]);
    expect(quantities({ type: 'clear' })).toEqual([]);
    expect(quantities({ type: 'load', lines: [lineOf(stole)] })).toEqual([1]);
  });

  test('an unknown action is an error', () => {
    expect(() => cartReducer([], { type: 'shuffle' } as unknown as CartAction)).toThrow(/shuffle/);
  });

  test('no sequence of actions leaves a quantity below one or a duplicate line', () => {
    const line = fc.constantFrom(lineOf(cup), lineOf(stole), lineOf(stole, 1));
    const action: fc.Arbitrary<CartAction> = fc.oneof(
      fc.record({ type: fc.constant('add' as const), line, quantity: fc.integer() }),
      fc.record({ type: fc.constant('set' as const), line, quantity: fc.double() }),
      fc.record({ type: fc.constantFrom('remove', 'increase', 'decrease' as const), line }),
    );
    fc.assert(
      fc.property(fc.array(action), (actions) => {
        const lines = actions.reduce(cartReducer, []);
        expect(lines.every(({ quantity }) => Number.isInteger(quantity) && quantity >= 1)).toBe(true);
        expect(new Set(lines.map((held) => `${held._id} ${held.variantId}`)).size).toBe(lines.length);
      }),
    );
  });
});

describe('refresh on start', () => {
  test('prices, names and stock come from the server, the quantity stays', () => {
    const saved = { ...lineOf(cup), price: 1, name: 'Old name', quantity: 7 };
    expect(refreshedLines([saved], [cup], ['cup'])).toEqual([{ ...lineOf(cup), quantity: 7 }]);
  });

  test('a product or variant that is no longer for sale is marked and costs nothing', () => {
    const lines = refreshedLines(
      [lineOf(cup), { ...lineOf(stole), variantId: 'dropped' }, lineOf(stole)],
      [stole],
      ['cup', 'stole'],
    );
    expect(lines.map(lineProblem)).toEqual(['No longer available', 'No longer available', null]);
    expect([totalItems(lines), totalPrice(lines)]).toEqual([1, 1299]);
  });

  test('a product that is back on sale is no longer gone', () => {
    expect(refreshedLines([{ ...lineOf(cup), gone: true }], [cup], ['cup']).map(lineProblem)).toEqual([null]);
  });

  test('lines added during the request stay unchanged', () => {
    expect(refreshedLines([lineOf(cup), lineOf(stole)], [cup], ['cup'])).toHaveLength(2);
    expect(refreshedLines([lineOf(stole)], [], ['cup']).map(lineProblem)).toEqual([null]);
  });

  test('units reserved for the shopper herself are available to her', () => {
    const saved = { ...lineOf(stole, 1), quantity: 2 };
    expect(refreshedLines([saved], [stole], ['stole'], () => 2).map(lineProblem)).toEqual([null]);
  });

  test('a line saved without its variant joins the only one there is', () => {
    const saved = { ...lineOf(cup), variantId: null };
    expect(refreshedLines([saved, lineOf(cup)], [cup], ['cup'])).toEqual([{ ...lineOf(cup), quantity: 2 }]);
  });
});

test('a line with too little stock shows what is left', () => {
  const left = (countInStock: number | null, quantity: number) =>
    lineProblem({ ...lineOf(cup), countInStock, quantity });
  expect([left(0, 1), left(2, 3), left(3, 3), left(null, 99)]).toEqual([
    'Out of Stock',
    'Only 2 left',
    null,
    null,
  ]);
});

test('an order removes what it bought and keeps what was added since', () => {
  const lines = [{ ...lineOf(cup), quantity: 3 }, lineOf(stole), lineOf(stole, 1)];
  const bought = [
    { product_id: 'cup', variant_id: null, quantity: 2 },
    { product_id: 'stole', variant_id: 'stole-1', quantity: 1 },
    { product_id: 'lamp', variant_id: null, quantity: 1 },
  ];
  expect(linesLeft(lines, bought)).toEqual([lineOf(cup), lineOf(stole)]);
});

test('restored lines return to their positions; existing lines stay unchanged', () => {
  const dearer = { ...lineOf(stole), price: 1500 };
  const before = [lineOf(cup), lineOf(stole)];
  expect(linesRestored([dearer, lineOf(stole, 1)], before)).toEqual([lineOf(cup), dearer, lineOf(stole, 1)]);
});

test('totals are exact to the paisa', () => {
  const line = { ...lineOf(cup), price: 22.22, quantity: 3 };
  expect(lineTotal(line)).toBe(66.66);
  expect(totalPrice([line, { ...lineOf(stole), price: 0.07, quantity: 3 }])).toBe(66.87);
});

describe('a saved cart', () => {
  test('is read unchanged', () => {
    const lines = [{ ...lineOf(stole), quantity: 2 }, lineOf(cup)];
    expect(parseSavedCart(JSON.stringify(lines))).toEqual(lines);
  });

  test.each(['', 'null', '{', '"cart"', '[1, null, {"name": "no id"}]'])('%j is an empty cart', (saved) => {
    expect(parseSavedCart(saved)).toEqual([]);
  });

  test('a line with only an id gets default values', () => {
    expect(parseSavedCart('[{"_id":"cup","name":"Cup","price":20,"quantity":"two"}]')).toEqual([
      {
        _id: 'cup',
        slug: 'cup',
        name: 'Cup',
        image: null,
        price: 20,
        quantity: 1,
        countInStock: null,
        variantId: null,
        variantLabel: '',
      },
    ]);
  });
});

function product(id: string, variants: { price: number; stock: number; values?: string[] }[]): CartProduct {
  return {
    _id: id,
    slug: id,
    name: id,
    image: null,
    variants: variants.map(({ price, stock, values = [] }, index) => ({
      _id: `${id}-${index}`,
      values,
      finalPrice: price,
      countInStock: stock,
      image: null,
    })),
  };
}

function lineOf(product: CartProduct, index = 0): CartLine {
  const variant = product.variants[index];
  if (!variant) throw new Error(`${product.name} has no variant ${index}`);
  return lineFor(product, variant);
}
