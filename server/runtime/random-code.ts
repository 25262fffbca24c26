import { randomBytes } from 'node:crypto';
import { codeAlphabet } from '../../shared/orders/gift-card-code.ts';

/** A code of this number of random characters, each of five bits. */
export const randomCode = (length: number): string =>
  // A byte gives each of 32 characters equally often.
  Array.from(randomBytes(length), (byte) => codeAlphabet[byte % codeAlphabet.length]).join('');
