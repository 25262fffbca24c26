import { asciiDigits } from '../../../shared/text/digits.ts';

const units = [
  '%|″|"|percent|kgs?|kilo(?:gram)?s?|gms?|g|grams?|mg|ml|lt?rs?|lit(?:re|er)s?|cms?|mm|mtrs?|met(?:re|er)s?',
  'inch(?:es)?|ft|feet|foot|yards?|gaj|pcs?|pieces?|packs?|pairs?|sheets?|pages?|units?|stars?|count|tc|gsm',
  'years?|yrs?|saal|months?|days?|hours?|hrs?|min(?:ute)?s?|watts?|w|volts?|v|mah|gb|tb|carats?|karats?|kt|ct',
].join('|');
/** An amount: the sign of the rupee, digits, thousands, and the sign after them. A number with a unit is not an amount. */
const amount = [
  String.raw`(₹|rs\.?|inr)?\s*(?<![\d.,])(\d[\d,]{0,20}(?:\.\d{1,9})?)(?![\d.,]*\d)(k\b(?!\s*gold))?`,
  String.raw`\s*(\/-|₹|rs\b\.?|rupees?\b|rupaye\b|inr\b)?(?![a-z])(?!\s*(?:${units})(?![a-z]))`,
].join('');

/** How shoppers write the most or the least that a product may cost, in English and Hindi. */
const patterns: [pattern: RegExp, of: 'max' | 'min' | 'both'][] = [
  [new RegExp(`\\b(?:between|from)\\s+${amount}\\s*(?:and|to|-)\\s*${amount}`, 'i'), 'both'],
  [new RegExp(`\\b(?:under|below|less than|up ?to|within|max)\\s+${amount}`, 'i'), 'max'],
  [new RegExp(`${amount}\\s*(?:se kam|ke andar|ke niche|tak|or less)\\b`, 'i'), 'max'],
  [new RegExp(`\\b(?:above|over|more than)\\s+${amount}`, 'i'), 'min'],
  [new RegExp(`${amount}\\s*(?:se upar|se zyada|or more)\\b`, 'i'), 'min'],
];

/** Without the sign of the rupee, smaller numbers are rather sizes, ages and numbers of pieces: “36 to 40”. */
const leastWithoutSign = 50;
/** Numbers of pieces as often as prices: “100 or more”. */
const needsSign = /or (?:less|more)$/i;
/** What comes before a number that is not a price: “size under 100”. */
const measure =
  /\b(?:sizes?|ages?|aged|waist|bust|chest|hips?|length|width|height|weight|weigh(?:s|ing)|gsm|count|packs?|sets?|of)\s*$/i;

/** A search without the price that it names, and the price in rupees: “stole under 1500”, “diya 500 se kam”. */
export function readPriceWords(text: string): { text: string; minPrice?: number; maxPrice?: number } {
  // Of the same length.
  const plain = asciiDigits(text);
  for (const [pattern, item] of patterns) {
    const found = pattern.exec(plain);
    if (!found || measure.test(plain.slice(0, found.index))) continue;
    const [all, ...parts] = found;
    const [first, second = first] = [parts.slice(0, 4), parts.slice(4)].flatMap(rupeesIn);
    const hasSign = [parts[0], parts[3], parts[4], parts[7]].some(Boolean);
    const isPrice = hasSign || (!needsSign.test(all) && (first ?? 0) >= leastWithoutSign);
    if (!isPrice) continue;
    const rest = `${text.slice(0, found.index)} ${text.slice(found.index + all.length)}`;
    return {
      text: rest.replace(/\s+/g, ' ').trim(),
      ...(item !== 'max' && { minPrice: first }),
      ...(item !== 'min' && { maxPrice: second }),
    };
  }
  return { text };
}

/** More than anything costs: the limit of the price filter. */
const maxRupees = 999_999_999;

/** The amount of the parts of a match, if it has one. */
function rupeesIn([, digits, thousands]: (string | undefined)[]): number[] {
  if (digits === undefined) return [];
  return [Math.min(Number(digits.replaceAll(',', '')) * (thousands ? 1000 : 1), maxRupees)];
}
