import { expect, it } from 'vitest';
import { mailboxOf } from './mailbox.ts';

it.each([
  ['Asha.Rao+shop@Gmail.com', 'asharao@gmail.com'],
  ['a.s.h.a@googlemail.com', 'asha@gmail.com'],
  ['asha.rao+1@example.in', 'asha.rao@example.in'],
  ['+91@example.in', '+91@example.in'],
  ['as\u200bha\u00ad@g\u2060mail.com', 'asha@gmail.com'],
  ['\uff41sha\uff0b1@\uff27mail.com\ufe0f', 'asha@gmail.com'],
  ['a\u034fs\u115fha@example.in', 'asha@example.in'],
])('%s is the mailbox %s', (email, mailbox) => {
  expect(mailboxOf(email)).toBe(mailbox);
});
