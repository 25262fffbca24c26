import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { DeliveryCharges } from '../../shared/contract/orders/delivery.ts';
import { gstTenthsOf } from '../../shared/gst.ts';
import { longRun } from '../../tests/support/long-run.ts';
import { type AppliedDiscount, minTotalPaise } from '../discounts/discounts.ts';
import { invoiceContent } from '../invoices/invoice-content.ts';
import { orderItemsOf } from './order-items.ts';
import { priceLines } from './price.ts';
import { type CartLine, isGoods, type PricedCart } from './priced-cart.ts';
import { shopTerms } from './terms.ts';

type Discount = AppliedDiscount['discount'];
const nobody = { name: '', email: '', message: '', sendOn: '' };

const now = new Date('2026-11-24T06:00:00Z');
const runs = longRun ? 20_000 : 300;

const money = (max: number) => fc.oneof(fc.integer({ min: 0, max: 1000 }), fc.integer({ min: 0, max }));
const lines = fc
  .array(
    fc.record({
      productId: fc.constantFrom('p', 'q', 'r'),
      categoryId: fc.constantFrom('c', 'd', null),
      quantity: fc.oneof(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 999 })),
      cataloguePaise: money(1e7),
      // What a price list takes off, if there is one, and whether discounts reduce its price.
      listed: fc.option(fc.record({ off: money(1e7), takesDiscounts: fc.boolean() })),
      weightGrams: fc.option(fc.integer({ min: 1, max: 30_000 })),
      gstTenths: fc.constantFrom(0, 50, 120, 180, 400),
      // The rate of shirts follows their price.
      hsn: fc.constantFrom(null, '6912', '6205'),
      isGiftCard: fc.oneof({ weight: 4, arbitrary: fc.constant(false) }, fc.constant(true)),
    }),
    { minLength: 1, maxLength: 50 },
  )
  .map((all) =>
    all.map(({ quantity, listed, ...parts }, n): CartLine => {
      const { cataloguePaise: pricePaise, isGiftCard } = parts;
      const off = isGiftCard || !listed ? 0 : Math.min(listed.off, Math.max(0, pricePaise - 1));
      const sellingPaise = pricePaise - off;
      const takesDiscounts = off === 0 || listed?.takesDiscounts === true;
      const texts = { sku: 'S', name: 'Cup', slug: 'cup', optionValues: [], image: null };
      const id = `v${(n * 17) % 50}`;
      const variant = { ...parts, ...texts, id, pricePaise, sellingPaise, takesDiscounts, stock: 999 };
      return { variant, quantity, recipient: isGiftCard ? nobody : null };
    }),
  );

const everyone = {
  createdAt: now,
  updatedAt: now,
  deletedAt: null,
  startsAt: null,
  endsAt: null,
  isEnabled: true,
  maxUses: null,
  maxUsesPerCustomer: null,
  maxUsesPerCustomerPerDay: null,
  uses: 0,
  isDemo: false,
  isForFirstOrder: false,
  isForAccounts: false,
  newAccountDays: null,
  customerTags: [],
  hasUniqueCodes: false,
  isAnnounced: false,
  title: 'Offer',
};
const none = {
  percentTenths: null,
  amountPaise: null,
  fixedPricePaise: null,
  isFreeShipping: false,
  getQuantity: null,
  getAppliesTo: null,
  getTargetIds: null,
  maxPerOrder: null,
};
const target = fc.record({
  appliesTo: fc.constantFrom('order' as const, 'products' as const, 'categories' as const),
  targetIds: fc.subarray(['p', 'q', 'c']),
});
const tenths = fc.integer({ min: 1, max: 1000 });
const simple = fc
  .tuple(
    fc.oneof(
      tenths.map((percentTenths) => ({ ...none, percentTenths })),
      fc.integer({ min: 1, max: 1e9 }).map((amountPaise) => ({ ...none, amountPaise })),
      fc.integer({ min: 1, max: 1e6 }).map((fixedPricePaise) => ({ ...none, fixedPricePaise })),
      fc.constant({ ...none, isFreeShipping: true }),
    ),
    fc.record({ minSubtotalPaise: money(1e6), minQuantity: fc.integer({ min: 0, max: 5 }) }),
  )
  .map(([value, limits]) => ({ ...value, ...limits }));
const buys = fc.oneof(
  fc.integer({ min: 1, max: 5 }).map((minQuantity) => ({ minQuantity, minSubtotalPaise: 0 })),
  fc.integer({ min: 1, max: 1e6 }).map((minSubtotalPaise) => ({ minQuantity: 0, minSubtotalPaise })),
);
const deals = fc
  .tuple(tenths, buys, target, fc.integer({ min: 1, max: 4 }), fc.option(fc.integer({ min: 1, max: 3 })))
  .map(([percentTenths, bought, { appliesTo, targetIds }, getQuantity, maxPerOrder]) => ({
    ...none,
    percentTenths,
    ...bought,
    getQuantity,
    maxPerOrder,
    getAppliesTo: appliesTo,
    getTargetIds: targetIds,
  }));
const discounts = fc
  .array(
    fc.record({
      value: fc.oneof(simple, deals),
      to: target,
      rest: fc.record({ isCombinable: fc.boolean(), isOnlineOnly: fc.boolean() }),
      hasCode: fc.boolean(),
    }),
    { maxLength: 20 },
  )
  .map((all) =>
    all.map(({ value, to, rest, hasCode }, n): Discount => {
      return { ...everyone, ...value, ...to, ...rest, id: `d${n}`, code: hasCode ? `CODE${n}` : null };
    }),
  );

const charge = money(30_000).map((paise) => paise / 100);
const charges = fc.option(
  fc.uniqueArray(fc.integer({ min: 1, max: 400_000 }), { maxLength: 4 }).chain((froms) =>
    fc.tuple(fc.boolean(), fc.option(charge), charge, ...froms.map(() => charge)).map(
      ([isByWeight, freeFrom, ...amounts]): DeliveryCharges => ({
        ...(isByWeight ? { ratesBy: 'weight', freeFrom } : { ratesBy: 'total', freeFrom: null }),
        rates: [0, ...froms.toSorted((a, b) => a - b)].map((from, index) => ({
          from: isByWeight ? from : from / 100,
          amount: amounts[index] ?? 0,
        })),
      }),
    ),
  ),
  { freq: 10 },
);
const method = fc.constantFrom('online' as const, 'cash_on_delivery' as const);

const sum = (amounts: number[]) => amounts.reduce((all, amount) => all + amount, 0);
const isAmount = (paise: number) => Number.isSafeInteger(paise) && paise >= 0;

/**
 * The total is the sum of the lines, the delivery charge and the fee, each at least 0; taxes of the invoice fit its
 * lines. Gift cards cost their price, and carry nothing. No unit costs more than in the catalogue.
 */
function expectSums(cart: PricedCart, feePaise: number) {
  const { lines, amountPaise, roundingPaise, shippingPaise, terms } = cart;
  if (terms.method === 'online') expect(roundingPaise).toBe(0);
  else expect([amountPaise % 100, Math.abs(roundingPaise) <= 50]).toEqual([0, true]);
  const cards = lines.filter((line) => !isGoods(line));
  for (const { unitPaise, quantity, linePaise, discountPaise, shippingPaise: charge } of cards)
    expect([linePaise, discountPaise, charge]).toEqual([unitPaise * quantity, 0, 0]);
  const goodsPaise = sum(
    lines.filter(isGoods).map((line) => line.unitPaise * line.quantity - line.discountPaise),
  );
  // Lines that cost nothing carry no charge.
  const carriedPaise = goodsPaise > 0 ? shippingPaise + feePaise : 0;
  const cardsPaise = sum(cards.map(({ linePaise }) => linePaise));
  expect(amountPaise - roundingPaise).toBe(goodsPaise + carriedPaise + cardsPaise);
  expect(isAmount(shippingPaise) && isAmount(amountPaise)).toBe(true);
  expect(sum(lines.map((line) => line.shippingPaise))).toBe(carriedPaise);
  if (terms.delivery === null) expect(shippingPaise).toBe(0);
  for (const line of lines) {
    const subtotalPaise = line.unitPaise * line.quantity;
    expect(line.linePaise).toBe(subtotalPaise - line.discountPaise + line.shippingPaise);
    expect([line.discountPaise, line.shippingPaise, line.linePaise].every(isAmount)).toBe(true);
    expect(line.discountPaise).toBeLessThanOrEqual(subtotalPaise);
    expect(line.unitPaise).toBeLessThanOrEqual(line.variant.cataloguePaise);
  }
}

/** Taxable value and taxes of each line, and of the whole invoice, are what is paid. */
function expectTaxes(cart: PricedCart, state: string) {
  const items = orderItemsOf(cart);
  const invoice = invoiceContent({
    code: 'HT/26-27/000001',
    issuedAt: now,
    paymentId: null,
    items,
    order: {
      id: '0198c1a0-0000-7000-8000-000000abc123',
      createdAt: now,
      name: 'Asha',
      email: '',
      mobile: '',
      isTest: false,
      businessName: '',
      gstin: '',
      isSez: false,
      roundingPaise: cart.roundingPaise,
      codFeePaise: 0,
      shipping: { name: 'Asha', address: 'A', city: 'C', state, postalCode: '560003', country: 'India' },
    },
    seller: {
      shopName: 'Haat',
      legalName: 'Haat',
      address: 'A',
      state: 'Rajasthan',
      gstin: '08AAAFH0000A1ZL',
      email: '',
      mobile: '',
    },
  });
  for (const part of [...invoice.lines, { ...invoice.totals, linePaise: cart.amountPaise }]) {
    const { taxablePaise, cgstPaise, sgstPaise, igstPaise, linePaise } = part;
    const { giftCardPaise = 0, roundingPaise = 0 } = 'totalPaise' in part ? part : {};
    const isUntaxed = 'isGiftCard' in part || 'isRounding' in part;
    const notTaxed = isUntaxed ? linePaise : giftCardPaise + roundingPaise;
    expect(taxablePaise + cgstPaise + sgstPaise + igstPaise + notTaxed).toBe(linePaise);
    expect(cgstPaise).toBe(sgstPaise);
    expect([taxablePaise, cgstPaise, igstPaise].every(isAmount)).toBe(true);
  }
  expect(invoice.totals.totalPaise).toBe(cart.amountPaise);
  for (const [index, { variant, quantity, linePaise, shippingPaise }] of cart.lines.entries())
    expect(items[index]?.gstTenths).toBe(
      variant.isGiftCard ? 0 : gstTenthsOf(variant, { paise: linePaise - shippingPaise, quantity }, now),
    );
}

test(`of any cart, discounts, delivery and fee, the total is the sum of its parts, in any order of codes: ${runs} carts (T-CPN-08)`, () => {
  fc.assert(
    fc.property(lines, discounts, charges, method, money(10_000), (units, all, zone, paid, fee) => {
      const priced = (group: Discount[], cart = units) =>
        priceLines(
          cart,
          shopTerms({
            now,
            userId: 'u',
            delivery: zone,
            method: paid,
            codFeePaise: paid === 'online' ? 0 : fee,
            offers: { discounts: group },
          }),
        );
      const cart = priced(all);
      expectSums(cart, paid === 'online' ? 0 : fee);
      expectTaxes(cart, all.length % 2 ? 'Rajasthan' : 'Karnataka');

      for (const { variant, discountPaise } of cart.lines)
        if (!variant.takesDiscounts) expect(discountPaise).toBe(0);
      const result = cart.discounts;
      expect(sum(result.flatMap(({ shares }) => shares))).toBe(
        sum(cart.lines.map(({ discountPaise }) => discountPaise)),
      );
      expect(result.every(({ discount }) => paid === 'online' || !discount.isOnlineOnly)).toBe(true);
      for (const { discount, shares, shippingPaise } of result) {
        expect([...shares, shippingPaise].every(isAmount)).toBe(true);
        // Off the lines or off the delivery charge.
        expect(discount.isFreeShipping ? sum(shares) : shippingPaise).toBe(0);
        expect(discount.isFreeShipping ? cart.shippingPaise : 0).toBe(0);
      }
      if (result.length > 0) expect(cart.amountPaise).toBeGreaterThanOrEqual(minTotalPaise);
      // Alone, unless all of them can be combined.
      expect(result.length < 2 || result.every(({ discount }) => discount.isCombinable)).toBe(true);
      const turned = priced(all.toReversed(), units.toReversed());
      expect(turned.amountPaise).toBe(cart.amountPaise);
      expect(
        turned.discounts.map((discount) => ({ ...discount, shares: discount.shares.toReversed() })),
      ).toEqual(result);
      // Neither a discount alone nor none is cheaper.
      for (const some of [[], ...all.map((item) => [item])])
        expect(priced(some).amountPaise).toBeGreaterThanOrEqual(cart.amountPaise);
    }),
    { numRuns: runs },
  );
});

test('so is that of any order of an admin', () => {
  const terms = fc.record({ off: money(1e7), shipping: money(1e5), fee: money(10_000) });
  fc.assert(
    fc.property(lines, terms, (units, { off, shipping, fee }) => {
      const own = shopTerms({ now, userId: null, delivery: { paise: shipping }, codFeePaise: fee });
      const cart = priceLines(units, { ...own, reduction: { paise: off } });
      expectSums(cart, fee);
      expectTaxes(cart, 'Karnataka');
    }),
    { numRuns: runs },
  );
});
