import { expect, test } from 'vitest';
import { type DiscountInput, discountInput } from '../contract/catalogue/discounts.ts';
import { discountSentence, welcomeSentence } from './discount-words.ts';

const discount = (more: object): DiscountInput =>
  discountInput.parse({
    title: 'Offer',
    code: null,
    enabled: true,
    appliesTo: 'order',
    value: { type: 'free_shipping' },
    ...more,
  });
const alone = 'Can’t be combined with other discounts.';

test('the sentence of a discount says what it does, for whom, when and how often', () => {
  const sentence = (more: object) => discountSentence(discount(more));
  expect(sentence({})).toBe(`Free shipping on any order, automatically. ${alone}`);
  expect(sentence({ code: 'SHIP', minTotal: 499, maxUsesPerCustomerPerDay: 1 })).toBe(
    `Free shipping on any order, with the code SHIP. Requires a minimum purchase of ₹499. At most once per customer and day. ${alone}`,
  );
  const product = { appliesTo: 'products', targets: ['0198c1a0-0000-7000-8000-000000abc123'] };
  expect(sentence(product)).toBe(`Free shipping on orders with 1 product, automatically. ${alone}`);
  const percent = { value: { type: 'percent', percent: 10 } };
  expect(sentence({ ...percent, onlineOnly: true })).toBe(
    `10% off the order, automatically. Only for orders that are paid online. ${alone}`,
  );
  const whom = (more: object) => / for (.*), automatically/.exec(sentence({ ...percent, ...more }))?.[1];
  expect(whom({ firstOrderOnly: true })).toBe('customers on their first order');
  expect(whom({ accountsOnly: true, firstOrderOnly: true })).toBe('signed-in customers on their first order');
  expect(whom({ customerTags: ['VIP'] })).toBe('signed-in customers with the tag vip');
  expect(whom({ newAccountDays: 30, customerTags: ['vip', 'wholesale'] })).toBe(
    'signed-in customers with the tag vip or wholesale whose account is at most 30 days old',
  );
});

test('the footer says what a discount is and how to get it', () => {
  const sentence = (more: object) => welcomeSentence(discount(more));
  expect(sentence({ code: 'SHIP', minTotal: 499 })).toBe(
    'Get free shipping on your order from ₹499. Use the code SHIP.',
  );
  expect(sentence({ newAccountDays: 7, onlineOnly: true, firstOrderOnly: true })).toBe(
    'Get free shipping on your first order when you sign up and pay online.',
  );
  const percent = { value: { type: 'percent', percent: 10 }, minTotal: 500, minQuantity: 3 };
  expect(sentence(percent)).toBe('Get 10% off your order from ₹500 and 3 items.');
});
