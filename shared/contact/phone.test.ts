import { expect, it } from 'vitest';
import { mobilePattern, normaliseMobile } from './contact-rules.ts';

it.each([
  '9876543210',
  '+91 98765 43210',
  '0091-98765-43210',
  '091 9876543210',
  '919876543210',
  '09876543210',
  '+91 (0) 98765.43210',
  '98765\u201143210',
  '\u202a+91\u00a098765\u200b43210\u202c',
  '\uff19876543210',
  '\u096f\u096e\u096d\u096c\u096b\u096a\u0969\u0968\u0967\u0966',
])('%s is one mobile number', (given) => {
  expect(normaliseMobile(given)).toBe('9876543210');
});

it.each(['9198765432', '987654321', '98765432101', '+1 9876543210', '5876543210'])(
  '%s does not become another number',
  (given) => {
    const digits = normaliseMobile(given);
    expect(mobilePattern.test(digits) ? digits : 'invalid').toBe(given === '9198765432' ? given : 'invalid');
  },
);
