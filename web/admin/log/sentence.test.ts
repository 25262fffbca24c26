import { expect, it } from 'vitest';
import type { LogEntry } from '../../../shared/contract/admin-log.ts';
import { sentenceOf } from './sentence.ts';

const id = '3f0c7c1e-7f8e-4a5e-9d0b-1c2d3e4fabcd';
const entry = (action: string, more: Partial<LogEntry> = {}): LogEntry => ({
  _id: '1',
  at: '2026-11-21T05:00:00.000Z',
  by: null,
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
  [entry('mail.resend-all', { detail: { mails: 1 } }), 'Sent again 1 mail that had failed'],
  [entry('coupon.un-leash', { subjectName: 'DIWALI' }), 'Coupon: un leash DIWALI'],
])('says what was done', (given, words) => {
  expect(told(given)).toBe(words);
});

it('leads to what it was done to, while that is there', () => {
  const named = { subjectName: 'Ajrakh Stole' };
  expect(sentenceOf(entry('product.update', named)).to).toBe(`/admin/products/edit/${id}`);
  expect(sentenceOf(entry('product.delete', named)).to).toBeNull();
  expect(sentenceOf(entry('session.end')).to).toBeNull();
});
