import { plainText } from '../text/plain-text.ts';

/** Ten digits starting with 6 to 9 (spec §9). */
export const mobilePattern = /^[6-9]\d{9}$/;

/**
 * An Indian mobile number in ten digits: without what people write between digits, characters that nobody sees, and a
 * leading +91, 0091, 91 or 0 (contract §4).
 */
export function normaliseMobile(given: string): string {
  const digits = plainText(given).replace(/[\s()./-]/g, '');
  return digits.replace(/^(?:\+|00)?(?:0?91)?0?(?=[6-9]\d{9}$)/, '');
}

/** Formats a mobile number: `+91 98765 43210`. */
export const spacedMobile = (mobile: string) => `+91 ${mobile.replace(/^(\d{5})(\d{5})$/, '$1 $2')}`;
