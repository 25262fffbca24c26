const currency = String.raw`(?:₹|rs\.?|inr)?\s*`;
const amount = String.raw`${currency}(\d[\d,]*(?:\.\d+)?)(k)?\s*(?:/-|₹|rs\b\.?|rupees?\b|rupaye\b|inr\b)?`;

/** How shoppers write the most or the least that a product may cost, in English and Hindi. */
const patterns: [pattern: RegExp, of: 'max' | 'min' | 'both'][] = [
  [new RegExp(`\\b(?:between|from)\\s+${amount}\\s*(?:and|to|-|–)\\s*${amount}`, 'i'), 'both'],
  [new RegExp(`\\b(?:under|below|less than|up ?to|within|max)\\s+${amount}`, 'i'), 'max'],
  [new RegExp(`${amount}\\s*(?:se kam|ke andar|ke niche|tak|or less)\\b`, 'i'), 'max'],
  [new RegExp(`\\b(?:above|over|more than)\\s+${amount}`, 'i'), 'min'],
  [new RegExp(`${amount}\\s*(?:se upar|se zyada|or more)\\b`, 'i'), 'min'],
];

/** A search without the price that it names, and the price in rupees: “stole under 1500”, “diya 500 se kam”. */
export function readPriceWords(text: string): { text: string; minPrice?: number; maxPrice?: number } {
  for (const [pattern, of] of patterns) {
    const found = pattern.exec(text);
    if (!found) continue;
    const rest = `${text.slice(0, found.index)} ${text.slice(found.index + found[0].length)}`;
    const [first, second = first] = [rupees(found[1], found[2]), found[3] && rupees(found[3], found[4])];
    return {
      text: rest.replace(/\s+/g, ' ').trim(),
      ...(of !== 'max' && { minPrice: first }),
      ...(of !== 'min' && { maxPrice: second || first }),
    };
  }
  return { text };
}

/** More than anything costs: the limit of the price filter. */
const maxRupees = 999_999_999;

const rupees = (digits = '', thousands: string | undefined) =>
  Math.min(Number(digits.replaceAll(',', '')) * (thousands ? 1000 : 1), maxRupees);
