import { asciiDigits } from './digits.ts';

/** Characters that nobody sees, such as a zero-width space. They come with copied text. */
const hidden = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}\u2800]/gu;
/** What ends a sentence, also in Hindi, and comes along when a part of it is copied. */
const ends = ' .,;।';
/** The longest text that is cleaned: more than any field has that is cleaned. */
const maxLength = 1000;

/**
 * A text as it was meant, for values such as mobile numbers, email addresses, codes and prices, and for comparisons: with
 * plain letters, digits and hyphens, without characters that nobody sees and without what ends a sentence.
 */
export function plainText(text: string): string {
  if (text.length > maxLength) return text;
  const plain = asciiDigits(visibleText(text)).replace(/[\p{Pd}\u2212\u2043]/gu, '-');
  let { length } = plain;
  while (length > 0 && ends.includes(plain.charAt(length - 1))) length--;
  return plain.slice(0, length);
}

/** A text with plain letters and without characters that nobody sees, in any script. */
export const visibleText = (text: string): string =>
  text.length > maxLength
    ? text
    : text
        .replace(/[^\S\ufeff]+/g, ' ')
        .normalize('NFKC')
        .replace(hidden, '')
        .trim();

/** A number or code as it was meant, without spaces and hyphens: `302 001` and `302-001` are 302001. */
export const compactText = (text: string): string => plainText(text).replace(/[\s-]/g, '');
