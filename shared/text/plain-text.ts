import { asciiDigits } from './digits.ts';

/** Characters that nobody sees, such as a zero-width space. They come with copied text. */
const hidden = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}\u2800]/gu;
/** What ends a sentence, also in Hindi, and comes along when a part of it is copied. */
const ends = ' .,;।';
/** The longest text that is cleaned: more than any field has that is cleaned. */
const maxLength = 1000;

/**
 * A text as it was meant, in any script: with plain letters and hyphens, without characters that nobody sees and without
 * what ends a sentence.
 */
export function typedText(text: string): string {
  if (text.length > maxLength) return text;
  const plain = text
    .replace(/[^\S\ufeff]+/g, ' ')
    .normalize('NFKC')
    .replace(hidden, '')
    .replace(/[\p{Pd}\u2212\u2043]/gu, '-')
    .trim();
  let { length } = plain;
  while (length > 0 && ends.includes(plain.charAt(length - 1))) length--;
  return plain.slice(0, length);
}

/** The same with 0 to 9, for values such as mobile numbers, email addresses, codes and prices, and for comparisons. */
export const plainText = (text: string): string => asciiDigits(typedText(text));

/** A number or code as it was meant, without spaces and hyphens: `302 001` and `302-001` are 302001. */
export const compactText = (text: string): string => plainText(text).replace(/[\s-]/g, '');

/** Escapes plain text for HTML elements and quoted attributes. */
export const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
