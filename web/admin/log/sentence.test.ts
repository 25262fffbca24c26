import { expect, it } from 'vitest';
import type { LogEntry } from '../../../shared/contract/accounts/audit-log.ts';
import { changesOf, sentenceOf } from './sentence.ts';

const id = '3f0c7c1e-7f8e-4a5e-9d0b-1c2d3e4fabcd';
const entry = (action: string, more: Partial<LogEntry> = {}): LogEntry => ({
  _id: '1',
  at: '2026-11-21T05:00:00.000Z',
  by: null,
  address: '',
  action,
  subject: id,
  subjectName: '',
  detail: {},
  ...more,
});
const told = (given: LogEntry) => {
  const { does, name, more } = sentenceOf(given);
  return [does, name, more].filter(Boolean).join(' ');
};

it.each([
  [
    entry('product.update', { subjectName: 'Ajrakh Stole', detail: { fields: ['price', 'countInStock'] } }),
    'Changed the product Ajrakh Stole (price, count in stock)',
  ],
  [
    entry('admin.change', { subjectName: 'Meera', detail: { role: 'Packer', disabled: false } }),
    'Changed the access of the admin Meera (Packer)',
  ],
  [entry('role.create', { detail: { name: 'Shipping' } }), 'Added the role Shipping'],
  [entry('productTypes.create', { subjectName: 'Stole' }), 'Added the product type Stole'],
  [
    entry('batch.discount', { detail: { discount: 12.5, products: 1200 } }),
    'Set a discount of 12.5% on 1,200 products',
  ],
  [
    entry('order.status', { detail: { status: 'shipped', note: 'DTDC' } }),
    'Set the order 4FABCD to shipped: “DTDC”',
  ],
  [
    entry('order.status', { detail: { from: 'paid', status: 'shipped' } }),
    'Set the order 4FABCD from paid to shipped',
  ],
  [entry('order.book', { detail: { courier: 'Delhivery' } }), 'Booked the order 4FABCD with Delhivery'],
  [
    entry('order.pickup', { detail: { courier: 'Delhivery' } }),
    'Requested a pickup by Delhivery of the order 4FABCD',
  ],
  [entry('admin.sign-in', { detail: { device: 'curl/8.0' } }), 'Signed in with an unknown browser'],
  [
    entry('admin.sign-in', {
      detail: { device: 'Mozilla/5.0 (Windows NT 10.0) Chrome/140.0 Safari/537.36' },
    }),
    'Signed in with Chrome on Windows',
  ],
  [
    entry('admin.sign-in-failed', {
      detail: { account: 'asha@example.in', address: '203.0.113.7', attempts: 12 },
    }),
    'A sign-in failed as asha@example.in from 203.0.113.7, 12 attempts within the hour',
  ],
  [
    entry('admin.sign-in-failed', { detail: { account: '', address: '', attempts: 400 } }),
    'Sign-ins failed as further accounts from several addresses, 400 attempts within the hour',
  ],
  [
    entry('order.refund', { detail: { amountPaise: 129_950, reason: 'Torn' } }),
    'Refunded ₹1,299.50 of the order 4FABCD (Torn)',
  ],
  [entry('order.export', { detail: { filter: { deleted: false } } }), 'Exported the orders'],
  [
    entry('product.export', { detail: { filter: { search: 'stole', isTopDeal: true } } }),
    'Exported the products (search: stole, is top deal: true)',
  ],
  [
    entry('import.start', { detail: { file: 'brass.csv', products: 12 } }),
    'Began to import 12 products from brass.csv',
  ],
  [entry('policy.update', { detail: { type: 'privacy-policy' } }), 'Changed the policy Privacy policy'],
  [entry('mail.resend-all', { detail: { mails: 1 } }), 'Resent 1 mail that had failed'],
  [entry('coupon.un-leash', { subjectName: 'DIWALI' }), 'Coupon: un leash DIWALI'],
])('says what was done', (given, words) => {
  expect(told(given)).toBe(words);
});

it('shows the old and the new value of a field', () => {
  const changes = [
    { field: 'price', from: 1299, to: 1499.5 },
    { field: 'variants.Red / M.countInStock', from: 1000, to: 0 },
    { field: 'isFeatured', from: false, to: true },
    { field: 'brand', from: '', to: 'Dastkar' },
  ];
  expect(changesOf(entry('product.update', { detail: { changes } }))).toEqual([
    { field: 'Price', from: '₹1,299', to: '₹1,499.50' },
    { field: 'Variants, red / m, count in stock', from: '1,000', to: '0' },
    { field: 'Is featured', from: 'no', to: 'yes' },
    { field: 'Brand', from: '(empty)', to: 'Dastkar' },
  ]);
});

it('links to the changed object while it exists', () => {
  const named = { subjectName: 'Ajrakh Stole' };
  expect(sentenceOf(entry('product.update', named)).to).toBe(`/admin/products/edit/${id}`);
  expect(sentenceOf(entry('product.delete', named)).to).toBeNull();
  expect(sentenceOf(entry('session.end')).to).toBeNull();
});
