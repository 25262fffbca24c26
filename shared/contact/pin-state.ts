/**
 * States by the first digits of their PIN codes; the longest matching prefix decides. '' lists the sorting districts that
 * two states share.
 */
const circles: Record<string, string> = {
  Delhi: '11',
  Haryana: '12 13',
  Punjab: '14 15',
  'Himachal Pradesh': '17',
  'Jammu and Kashmir': '18 19',
  Ladakh: '194',
  'Uttar Pradesh': '20 21 22 23 24 25 26 27 28',
  Uttarakhand: '248 249 263',
  Rajasthan: '30 31 32 33 34',
  Gujarat: '36 37 38 39',
  Maharashtra: '40 41 42 43 44',
  Goa: '403',
  'Madhya Pradesh': '45 46 47 48',
  Chhattisgarh: '49',
  Telangana: '50',
  'Andhra Pradesh': '51 52 53',
  Karnataka: '56 57 58 59',
  'Tamil Nadu': '60 61 62 63 64',
  Kerala: '67 68 69',
  Lakshadweep: '68255',
  'West Bengal': '70 71 72 73 74',
  Sikkim: '737',
  'Andaman and Nicobar Islands': '744',
  Odisha: '75 76 77',
  Assam: '78',
  'Arunachal Pradesh': '790 791 792',
  Meghalaya: '793 794',
  Manipur: '795',
  Mizoram: '796',
  Nagaland: '797 798',
  Tripura: '799',
  Bihar: '80 81 82 84 85',
  Jharkhand: '814 815 816 822 825 826 827 828 829 83',
  '': '140 160 244 246 247 262 362 396 507 533 605 607 609 673',
};

const stateOf = new Map(
  Object.entries(circles).flatMap(([state, prefixes]) =>
    prefixes.split(' ').map((prefix) => [prefix, state] as const),
  ),
);

/** The state of a PIN code, by its first digits; undefined if they are ambiguous or the PIN code is invalid. */
export function stateOfPin(pin: string): string | undefined {
  if (!/^[1-9]\d{5}$/.test(pin)) return undefined;
  for (let length = 5; length >= 2; length--) {
    const state = stateOf.get(pin.slice(0, length));
    if (state !== undefined) return state || undefined;
  }
  return undefined;
}
