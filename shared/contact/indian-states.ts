import { editDistance } from '../text/edit-distance.ts';
import { plainText } from '../text/plain-text.ts';

export type IndianState = { name: string; gstCode: string };

/** States and union territories with their GST codes, also for the State field of checkout. */
export const indianStates: readonly IndianState[] = [
  { name: 'Andaman and Nicobar Islands', gstCode: '35' },
  { name: 'Andhra Pradesh', gstCode: '37' },
  { name: 'Arunachal Pradesh', gstCode: '12' },
  { name: 'Assam', gstCode: '18' },
  { name: 'Bihar', gstCode: '10' },
  { name: 'Chandigarh', gstCode: '04' },
  { name: 'Chhattisgarh', gstCode: '22' },
  { name: 'Dadra and Nagar Haveli and Daman and Diu', gstCode: '26' },
  { name: 'Delhi', gstCode: '07' },
  { name: 'Goa', gstCode: '30' },
  { name: 'Gujarat', gstCode: '24' },
  { name: 'Haryana', gstCode: '06' },
  { name: 'Himachal Pradesh', gstCode: '02' },
  { name: 'Jammu and Kashmir', gstCode: '01' },
  { name: 'Jharkhand', gstCode: '20' },
  { name: 'Karnataka', gstCode: '29' },
  { name: 'Kerala', gstCode: '32' },
  { name: 'Ladakh', gstCode: '38' },
  { name: 'Lakshadweep', gstCode: '31' },
  { name: 'Madhya Pradesh', gstCode: '23' },
  { name: 'Maharashtra', gstCode: '27' },
  { name: 'Manipur', gstCode: '14' },
  { name: 'Meghalaya', gstCode: '17' },
  { name: 'Mizoram', gstCode: '15' },
  { name: 'Nagaland', gstCode: '13' },
  { name: 'Odisha', gstCode: '21' },
  { name: 'Puducherry', gstCode: '34' },
  { name: 'Punjab', gstCode: '03' },
  { name: 'Rajasthan', gstCode: '08' },
  { name: 'Sikkim', gstCode: '11' },
  { name: 'Tamil Nadu', gstCode: '33' },
  { name: 'Telangana', gstCode: '36' },
  { name: 'Tripura', gstCode: '16' },
  { name: 'Uttar Pradesh', gstCode: '09' },
  { name: 'Uttarakhand', gstCode: '05' },
  { name: 'West Bengal', gstCode: '19' },
];

const otherNames: Record<string, string> = {
  orissa: 'odisha',
  pondicherry: 'puducherry',
  uttaranchal: 'uttarakhand',
  chattisgarh: 'chhattisgarh',
  newdelhi: 'delhi',
  nctofdelhi: 'delhi',
  delhincr: 'delhi',
};

/**
 * Finds a state by name, in any case, with `&` for and, or by one of a few former names: how documents read the states of
 * stored orders. It must not find more than it did, because the tax of these orders would change.
 */
export function findIndianState(text: string): IndianState | undefined {
  const key = stateKey(text);
  return indianStates.find((state) => stateKey(state.name) === (otherNames[key] ?? key));
}

/** Abbreviations and other names of states as people type them, besides slips. */
const typedNames: Record<string, string> = {
  'Andaman and Nicobar Islands': 'an andaman nicobar andamannicobar',
  'Andhra Pradesh': 'ap andhra',
  'Arunachal Pradesh': 'ar arunachal',
  Assam: 'as asam asom',
  Bihar: 'br behar',
  Chandigarh: 'ch',
  Chhattisgarh: 'cg ct',
  'Dadra and Nagar Haveli and Daman and Diu': 'dn dd dh dnh dnhdd dadranagarhaveli damandiu daman diu',
  Delhi: 'dl dehli dilli newdelhi nct nctdelhi ncr delhincr',
  Goa: 'ga',
  Gujarat: 'gj gujrath',
  Haryana: 'hr',
  'Himachal Pradesh': 'hp himachal',
  'Jammu and Kashmir': 'jk jammu kashmir',
  Jharkhand: 'jh',
  Karnataka: 'ka karnatak',
  Kerala: 'kl keralam',
  Ladakh: 'la leh ladhak',
  Lakshadweep: 'ld laccadives',
  'Madhya Pradesh': 'mp',
  Maharashtra: 'mh',
  Manipur: 'mn',
  Meghalaya: 'ml',
  Mizoram: 'mz',
  Nagaland: 'nl',
  Odisha: 'od or orissa odissa orisa',
  Puducherry: 'py pondicherry pondichery pondy',
  Punjab: 'pb',
  Rajasthan: 'rj',
  Sikkim: 'sk sikim',
  'Tamil Nadu': 'tn',
  Telangana: 'ts tg',
  Tripura: 'tr',
  'Uttar Pradesh': 'up',
  Uttarakhand: 'uk ua ut uttaranchal',
  'West Bengal': 'wb bengal',
};

/** The longest text that can mean a state. */
const maxTyped = 100;

const typedKey = (text: string) =>
  plainText(text)
    .toLowerCase()
    .replaceAll('.', '')
    .replace(/\b(?:and|the|of|state|india)\b/g, '')
    .replace(/[^a-z]/g, '');

const byKey = new Map(
  indianStates.flatMap((state) =>
    [typedKey(state.name), ...(typedNames[state.name]?.split(' ') ?? [])].map((key) => [key, state] as const),
  ),
);

const spellings = indianStates
  // Another place has nearly the name of a short one: Bidar is in Karnataka.
  .filter(({ name }) => name.length > 5)
  .map((state) => ({ state, key: typedKey(state.name) }));

/**
 * Finds the state that a text means, also abbreviated, misspelt or by a former name. Undefined if it means none, or two
 * alike. For what people type and send.
 */
export function readIndianState(text: string): IndianState | undefined {
  const key = text.length > maxTyped ? '' : typedKey(text);
  const known = byKey.get(key);
  if (known || key.length < 6) return known;
  const slips = key.length < 9 ? 1 : 2;
  const near = spellings
    .filter((spelling) => Math.abs(spelling.key.length - key.length) <= slips)
    .map((spelling) => ({ state: spelling.state, distance: editDistance(key, spelling.key) }))
    .filter(({ distance }) => distance <= slips)
    .toSorted((a, b) => a.distance - b.distance);
  const [first, second] = near;
  return first?.distance === second?.distance ? undefined : first?.state;
}

/** What is in no state, such as the sea; not a place of delivery. */
const otherTerritory: IndianState = { name: 'Other Territory', gstCode: '97' };

/** Where a business can be registered for GST. */
export const statesOfGstin: readonly IndianState[] = indianStates.concat(otherTerritory);

/** The state of a GSTIN, by its first two digits, or Other Territory. */
export function stateOfGstin(gstin: string): IndianState | undefined {
  return statesOfGstin.find((state) => state.gstCode === gstin.slice(0, 2));
}

/** The union territories without a legislature and Other Territory (UTGST Act, sections 1 and 2), by GST code. */
const withoutLegislature = ['04', '26', '31', '35', '38', otherTerritory.gstCode];

/** What the tax beside CGST is called at a place of supply: that of a state, or of a union territory. */
export function stateTaxName(place: string): 'SGST' | 'UTGST' {
  const state = place === otherTerritory.name ? otherTerritory : findIndianState(place);
  return withoutLegislature.includes(state?.gstCode ?? '') ? 'UTGST' : 'SGST';
}

function stateKey(text: string): string {
  return text
    .toLowerCase()
    .replaceAll('&', 'and')
    .replaceAll(/[^a-z]/g, '');
}
