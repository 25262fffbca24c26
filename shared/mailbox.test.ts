import { expect, it } from 'vitest';
import { mailboxOf } from './mailbox.ts';

it.each([
  ['Asha.Rao+shop@Gmail.com', 'asharao@gmail.com'],
  ['a.s.h.a@googlemail.com', 'asha@gmail.com'],
  ['asha.rao+1@example.in', 'asha.rao@example.in'],
  ['+91@example.in', '+91@example.in'],
])('%s is the mailbox %s', (email, mailbox) => {
  expect(mailboxOf(email)).toBe(mailbox);
});
