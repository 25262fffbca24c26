/** The widths of the gaps and bars of each digit (ISO/IEC 15420, set A); set B has them backwards. */
const widths = ['3211', '2221', '2122', '1411', '1132', '1231', '1114', '1312', '1213', '3112'];
/** Which of the six digits on the left are of set B, by the first digit. */
const inSetB = ['', '245', '235', '234', '145', '125', '123', '135', '134', '124'];

/**
 * An EAN-13, with its check digit, as a barcode: the widths of bars and gaps in modules, beginning and ending with a
 * bar, without quiet zones.
 */
export function ean13(digits: string): number[] {
  const [first = '0', ...others] = digits;
  const setB = inSetB[Number(first)] ?? '';
  const left = others.slice(0, 6).map((digit, i) => {
    const text = widths[Number(digit)] ?? '';
    return setB.includes(String(i)) ? [...text].reverse().join('') : text;
  });
  const right = others.slice(6).map((digit) => widths[Number(digit)] ?? '');
  return Array.from(['111', ...left, '11111', ...right, '111'].join(''), Number);
}
