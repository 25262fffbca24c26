const signs = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** Whether this is a well-formed GSTIN: a state's code, a PAN, an entity number, Z and the right check sign. */
export function isGstin(text: string): boolean {
  return /^\d{2}[A-Z]{5}\d{4}[A-Z][1-9A-Z]Z[0-9A-Z]$/.test(text) && checkSign(text.slice(0, 14)) === text[14];
}

/** The last sign of a GSTIN, out of the fourteen before it: every second one counts twice, in base 36. */
function checkSign(first14: string): string | undefined {
  let sum = 0;
  for (const [i, sign] of [...first14].entries()) {
    const product = signs.indexOf(sign) * (i % 2 === 0 ? 1 : 2);
    sum += Math.floor(product / 36) + (product % 36);
  }
  return signs[(36 - (sum % 36)) % 36];
}
