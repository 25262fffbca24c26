import { plainText } from '../text/plain-text.ts';

/** 32 letters and digits that are not mistaken for each other. */
export const codeAlphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

const group = `[${codeAlphabet}]{4}`;
const form = new RegExp(`^${group}(?:([ -]?)${group})(?:\\1${group}){3}$`);

/**
 * The code of a gift card as it is stored, `ABCDEFGH23456789JKLM`, if a text has the form of one: 20 characters, in
 * groups of four or without spaces. Undefined for any other text, such as the code of a discount.
 */
export function giftCardCodeOf(text: string): string | undefined {
  const code = plainText(text).toUpperCase();
  return form.test(code) ? code.replace(/[ -]/g, '') : undefined;
}

/** A code as people read it: `ABCD-EFGH-2345-6789-JKLM`. */
export const groupedCode = (code: string): string => code.match(/.{4}/g)?.join('-') ?? code;

/** What shoppers and admins read of a card whose code the shop does not know. */
export const giftCardName = (ending: string): string => `Gift card ending ${ending}`;
