import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { Order } from '../../../shared/contract/orders.ts';
import { OrderOutcome } from './order-outcome.tsx';

const textFor = (parts: Partial<Order>) =>
  renderToStaticMarkup(<OrderOutcome order={{ _id: 'x', status: 'paid', ...parts } as Order} />);
const guest = { name: 'Asha', email: 'asha@example.in', mobile: '' };
const mailed = 'Thank you for your order! A confirmation has been sent to your email.';

test('a mail is spoken of where the order has an address to send it to', () => {
  expect(textFor({ guest_details: guest })).toContain(mailed);
  const withoutEmail = { _id: 'a', name: 'Asha', email: '', phone: '9876543210' };
  expect(textFor({ guest_details: null, user_id: withoutEmail })).not.toContain('email');
  expect(textFor({ guest_details: guest, status: 'cancelled' })).not.toContain('email');
});
