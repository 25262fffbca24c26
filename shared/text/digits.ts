/** The zeros of the digits of Indian scripts, of Arabic and Urdu, and of full-width text; nine more follow each. */
const zeros = [
  0x0660, 0x06f0, 0x0966, 0x09e6, 0x0a66, 0x0ae6, 0x0b66, 0x0be6, 0x0c66, 0x0ce6, 0x0d66, 0x1c50, 0xabf0,
  0xff10,
];
const digits = new Map(
  zeros.flatMap((zero) =>
    Array.from({ length: 10 }, (_, digit) => [String.fromCodePoint(zero + digit), String(digit)]),
  ),
);

/** The text with 0 to 9 for the digits of all Indian scripts: `१२९९` becomes `1299`. */
export const asciiDigits = (text: string): string =>
  text.replace(/(?!\d)\p{Nd}/gu, (digit) => digits.get(digit) ?? digit);
