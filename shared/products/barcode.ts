/** The lengths of GTINs: EAN-8, UPC, EAN-13 with ISBN-13, and that of a case. */
const lengths = [8, 12, 13, 14];

/** The check digit of a GTIN, from the digits before it (GS1 General Specifications, section 7.9). */
function checkDigit(digits: string): number {
  const sum = [...digits].reverse().reduce((all, digit, i) => all + Number(digit) * (i % 2 === 0 ? 3 : 1), 0);
  return (10 - (sum % 10)) % 10;
}

/** Whether these digits have the length and the check digit of a GTIN. */
export const hasCheckDigit = (digits: string): boolean =>
  lengths.includes(digits.length) &&
  /^\d+$/.test(digits) &&
  checkDigit(digits.slice(0, -1)) === Number(digits.at(-1));

const compact = (barcode: string) => barcode.replace(/[\s\u2010-\u2015-]/g, '');

/** An ISBN of ten characters as a GTIN. */
function fromIsbn10(text: string): string | undefined {
  if (!/^\d{9}[\dX]$/i.test(text)) return undefined;
  const sum = [...text.toUpperCase()].reduce(
    (all, sign, i) => all + (sign === 'X' ? 10 : Number(sign)) * (10 - i),
    0,
  );
  const digits = `978${text.slice(0, 9)}`;
  return sum % 11 === 0 ? `${digits}${checkDigit(digits)}` : undefined;
}

/**
 * The GTIN of a barcode (EAN, UPC, ISBN), for search engines and product feeds. Undefined for a number of the merchant's
 * own, which includes the prefixes that GS1 leaves to each shop and Google refuses: 2, 02 and 04.
 */
export function gtinOf(barcode: string): string | undefined {
  const text = compact(barcode);
  const gtin = hasCheckDigit(text) ? text : fromIsbn10(text);
  if (!gtin || /^0*$/.test(gtin)) return undefined;
  const isOwn = gtin.length === 8 ? /^[02]/.test(gtin) : /^.(?:2|02|04)/.test(gtin.padStart(14, '0'));
  return isOwn ? undefined : gtin;
}

/** What is wrong with a barcode that has the length of a GTIN; undefined for one that is right, and for other numbers. */
export function barcodeProblem(barcode: string): string | undefined {
  const digits = compact(barcode);
  if (!/^\d+$/.test(digits) || !lengths.includes(digits.length) || hasCheckDigit(digits)) return undefined;
  return `The check digit of the barcode ${digits} is wrong: its last digit would be ${checkDigit(digits.slice(0, -1))}`;
}

/** How a scanned barcode may be stored: a UPC of 12 digits is the EAN with a 0 before it, and scanners give either. */
export function spellingsOf(code: string): string[] {
  if (/^\d{12}$/.test(code)) return [code, `0${code}`];
  return /^0\d{12}$/.test(code) ? [code, code.slice(1)] : [code];
}
