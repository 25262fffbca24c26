import { expect, it } from 'vitest';
import { rethrowConflict } from './conflicts.ts';

const violation = (constraint: string, code = '23505') =>
  Object.assign(new Error('violated'), { code, constraint });

it.each([
  ['users_email_key', 'email_taken', 'This email is already registered. Please log in.'],
  [
    'users_mobile_key',
    'mobile_taken',
    'This mobile number is already associated with another account. Please use a different number or log in.',
  ],
  ['account_tokens_pkey', 'conflict', 'Duplicate entry detected. Please try with different details.'],
])(
  'the violation of %s is a 409 with the text of the specification (spec §8)',
  (constraint, code, message) => {
    expect(() => rethrowConflict(violation(constraint))).toThrow(expect.objectContaining({ code, message }));
  },
);

it('any other error stays as it is', () => {
  const error = violation('orders_user_id_fkey', '23503');
  expect(() => rethrowConflict(error)).toThrow(error);
});
