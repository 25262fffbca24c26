import { findIndianState } from '../../shared/contact/indian-states.ts';
import { readIdentifier } from '../../shared/identifiers.ts';
import { readYesNo } from '../../shared/spreadsheets.ts';
import { readTable } from '../csv/table.ts';

/** The All India Pincode Directory has about 165,600 rows. */
const maxRows = 250_000;

type Skipped = { line: number; reason: string };
/** A PIN code of the directory; the state is empty if it belongs to several or is not known. */
export type PinPlace = { pin: string; city: string; state: string };
/** A PIN code of a courier's list; null where the list does not say. */
export type PinService = { pin: string; isServed: boolean | null; hasCod: boolean | null };

/**
 * The PIN codes of the All India Pincode Directory (data.gov.in), which has a row for each post office. The city is the
 * district of most of them. 400 if the file can't be read.
 */
export function readDirectory(bytes: Uint8Array): { pins: PinPlace[]; skipped: Skipped[] } {
  const columns = ['pincode', 'district', 'statename'];
  const { rows } = readTable(bytes, (has) => columns.every(has) || undefined, {
    kind: 'the All India Pincode Directory',
    columns: 'it needs “pincode”, “district” and “statename”',
    maxRows,
  });
  const offices = new Map<string, { districts: string[]; states: Set<string> }>();
  const skipped: Skipped[] = [];
  for (const { line, get } of rows) {
    const pin = readPin(get('pincode'));
    if (!pin) {
      skipped.push(notAPin(line, get('pincode')));
      continue;
    }
    const known = offices.get(pin) ?? { districts: [], states: new Set() };
    const district = get('district');
    if (isNamed(district)) known.districts.push(titleCase(district));
    // The directory writes `THE DADRA AND NAGAR HAVELI AND DAMAN AND DIU`.
    const state = findIndianState(get('statename').replace(/^the /i, ''));
    if (state) known.states.add(state.name);
    offices.set(pin, known);
  }
  const pins = [...offices].map(([pin, { districts, states }]) => {
    const [state = '', another] = states;
    return { pin, city: mostFrequent(districts), state: another ? '' : state };
  });
  return { pins, skipped };
}

const pinColumns = ['pin', 'pincode', 'pin code', 'postcode'];
const servedColumns = ['delivery', 'pre_paid', 'prepaid', 'serviceable'];

/**
 * The PIN codes of a courier's list: the columns `pin`, `delivery` and `cod` with yes or no, or the names that couriers
 * use for them. Without the column `delivery` every PIN code is served. 400 if the file can't be read.
 */
export function readCourierList(bytes: Uint8Array): { pins: PinService[]; skipped: Skipped[] } {
  const formatOf = (has: (column: string) => boolean) => {
    const pin = pinColumns.find(has);
    const served = servedColumns.find(has);
    return pin && (served || has('cod')) ? { pin, served } : undefined;
  };
  const { format, rows } = readTable(bytes, formatOf, {
    kind: 'a list of PIN codes',
    columns: 'it needs “pin”, and “delivery” or “cod”',
    maxRows,
  });
  const pins = new Map<string, PinService>();
  const skipped: Skipped[] = [];
  for (const { line, get } of rows) {
    const pin = readPin(get(format.pin));
    const isServed = format.served ? flagIn(get(format.served)) : true;
    const hasCod = flagIn(get('cod'));
    if (!pin) skipped.push(notAPin(line, get(format.pin)));
    else if (isServed === undefined || hasCod === undefined)
      skipped.push({ line, reason: `${pin}: enter yes or no` });
    else pins.set(pin, { pin, isServed, hasCod });
  }
  return { pins: [...pins.values()], skipped };
}

const readPin = (cell: string) => readIdentifier(cell, 'PIN code').value;

/** Null for an empty cell, undefined for anything but yes or no. */
const flagIn = (text: string) => (text === '' ? null : readYesNo(text));

const notAPin = (line: number, text: string): Skipped => ({
  line,
  reason: `${text.slice(0, 40) || 'An empty cell'} is not a PIN code`,
});
const isNamed = (text: string) => text !== '' && !/^(na|null|nan)$/i.test(text);
const titleCase = (text: string) =>
  text.toLowerCase().replace(/(?<![\p{L}\p{M}'’])\p{L}/gu, (letter) => letter.toUpperCase());

function mostFrequent(texts: string[]): string {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  const [most] = [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
  return most?.[0] ?? '';
}
