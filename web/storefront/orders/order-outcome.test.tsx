import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { Order } from '../../../shared/contract/orders/orders.ts';
import { OrderOutcome } from './order-outcome.tsx';

const textFor = (fields: Partial<Order>) =>
  renderToStaticMarkup(<OrderOutcome order={{ _id: 'x', status: 'paid', ...fields } as Order} />);
const guest = { name: 'Asha', email: 'asha@example.in', mobile: '' };
const emailed = 'Thank you for your order! A confirmation has been sent to your email.';

test('a confirmation email is mentioned only if the order is paid and has an email address', () => {
  expect(textFor({ guest_details: guest })).toContain(emailed);
  const withoutEmail = { _id: 'a', name: 'Asha', email: '', phone: '9876543210' };
  expect(textFor({ guest_details: null, user_id: withoutEmail })).not.toContain('email');
  expect(textFor({ guest_details: guest, status: 'cancelled' })).not.toContain('email');
});

test('a cancelled order mentions a refund only if it was paid', () => {
  expect(textFor({ status: 'cancelled', paidAmount: 0 })).toContain('You have not been charged');
  expect(textFor({ status: 'cancelled', paidAmount: 0 })).not.toMatch(/refund|sent back/);
  expect(textFor({ status: 'cancelled', paidAmount: 700 })).toContain(
    'The amount that you paid is refunded.',
  );
  const giftCard = { ending: '4F2K', amount: 700, isFree: false };
  const cancelled = { status: 'cancelled', paymentState: 'refunded' } as const;
  expect(textFor({ ...cancelled, paidAmount: 700, giftCard })).toContain('back on your gift card');
  expect(textFor({ ...cancelled, paidAmount: 900, giftCard })).toContain('that you paid is refunded');
  const free = { ...giftCard, isFree: true };
  expect(textFor({ ...cancelled, paidAmount: 0, giftCard: free })).toContain('back on your gift card');
  expect(textFor({ ...cancelled, paidAmount: 200, giftCard: free })).toContain('that you paid is refunded');
});

test('a shipped or delivered order says so, and a refunded one that it was refunded', () => {
  expect(textFor({ status: 'shipped', guest_details: guest })).toContain('Order shipped');
  expect(textFor({ status: 'delivered', guest_details: guest })).toContain('Order delivered');
  expect(textFor({ status: 'delivered', guest_details: guest })).not.toContain('confirmation');
  expect(textFor({ status: 'delivered', refundState: 'refunded' })).toContain('Order refunded');
  const returned = { status: 'shipped', fulfilmentState: 'returned' } as const;
  expect(textFor(returned)).toContain('Order returned');
  expect(textFor({ ...returned, refundState: 'refunded' })).toContain('Order refunded');
});
