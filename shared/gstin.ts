import { compactText } from './text/plain-text.ts';

const characters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** A GSTIN as it was meant: in upper case, without spaces and hyphens. */
export const normaliseGstin = (given: string): string => compactText(given).toUpperCase();

/** Whether this is a well-formed GSTIN: state code, PAN, entity number, Z and the correct check character. */
export function isGstin(text: string): boolean {
  return (
    /^\d{2}[A-Z]{5}\d{4}[A-Z][1-9A-Z]Z[0-9A-Z]$/.test(text) && checkCharacter(text.slice(0, 14)) === text[14]
  );
}

/** The check character for the first 14 characters of a GSTIN: every second one counts twice, in base 36. */
function checkCharacter(first14: string): string | undefined {
  let sum = 0;
  for (const [i, character] of [...first14].entries()) {
    const product = characters.indexOf(character) * (i % 2 === 0 ? 1 : 2);
    sum += Math.floor(product / 36) + (product % 36);
  }
  return characters[(36 - (sum % 36)) % 36];
}
