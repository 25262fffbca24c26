import { minuteInIndia } from '../../shared/orders/order-date.ts';
import { months } from '../../shared/spreadsheets.ts';
import { asciiDigits } from '../../shared/text/digits.ts';

const name = `(${months.join('|')})[a-z]*`;
const between = '[-/. ,]{1,2}';

/** The notations of a day, by the order of its parts. */
const notations = [
  { pattern: /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)/, order: [0, 1, 2] },
  { pattern: /^(\d{1,2})[-/. ](\d{1,2})[-/. ](\d{4})(?!\d)/, order: [2, 1, 0] },
  {
    pattern: new RegExp(`^(\\d{1,2})(?:st|nd|rd|th)?${between}${name}${between}(\\d{4}|\\d\\d)(?!\\d)`, 'i'),
    order: [2, 1, 0],
  },
  {
    pattern: new RegExp(`^${name}${between}(\\d{1,2})(?:st|nd|rd|th)?${between}(\\d{4})(?!\\d)`, 'i'),
    order: [2, 0, 1],
  },
] as const;

const timeAndZone =
  /^(?:(?:T|,? )(\d{1,2}):(\d\d)(?::(\d\d)(?:\.\d{1,9})?)?(?: ?([ap])\.?m\.?)?)?(?: ?(Z|UTC|GMT|IST)| ?(?:UTC|GMT)?([+-])(\d\d):?(\d\d))?$/i;

/**
 * A date in a file, with or without a time, such as `25/12/2026`, `5-12-2026 18:30`, `10-Jul-2026` or
 * `2026-07-10 12:12:00 -0400`: its day in India (ISO 8601) and the moment. Numbers are read with the day first, or the
 * year if it has four digits; a time without a zone is India's. Undefined for anything else, such as the 25th month, a
 * year of two digits between numbers, or a year before 2000.
 */
export function readDate(text: string): { day: string; at: Date } | undefined {
  const clean = asciiDigits(text).replace(/\s+/g, ' ').trim();
  for (const { pattern, order } of notations) {
    const found = pattern.exec(clean);
    if (!found) continue;
    const [year = '', month = '', date = ''] = order.map((place) => found[place + 1] ?? '');
    const day = dayOf(year, month, date);
    const time = timeAndZone.exec(clean.slice(found[0].length));
    return day && time ? withTime(day, time) : undefined;
  }
  return undefined;
}

const numbersOnly = /^(\d{1,2})[-/. ](\d{1,2})[-/. ](\d{4}|\d\d)(?!\d)/;

/** A date such as `5/4/25` whose day or month comes first, as `readDate` reads it; another text as it is. */
export const withDayFirst = (text: string, first: 'day' | 'month'): string =>
  asciiDigits(text)
    .trim()
    .replace(numbersOnly, (_, a: string, b: string, year: string) =>
      [...(first === 'day' ? [a, b] : [b, a]), year.padStart(4, '20')].join('/'),
    );

/**
 * Whether dates such as `5/4/25` begin with the day or the month, if all of a list of past moments together prove it: in
 * the other order, one of them does not exist or is later than `now`.
 */
export function firstOfDates(dates: Iterable<string>, now: Date): 'day' | 'month' | undefined {
  const given = [...dates].filter((text) => numbersOnly.test(asciiDigits(text).trim()));
  const isPast = (text: string) => (readDate(text)?.at.getTime() ?? Infinity) < now.getTime() + 86_400_000;
  const [day, month] = (['day', 'month'] as const).map((first) =>
    given.every((text) => isPast(withDayFirst(text, first))),
  );
  return day === month ? undefined : day ? 'day' : 'month';
}

/** A month such as `2026-11` or `11/2026`, also as spreadsheets write it: `Nov-26`, `01-11-2026`. Undefined otherwise. */
export function readMonth(text: string): string | undefined {
  const numbers = asciiDigits(text)
    .trim()
    .replace(/^(\d{1,2})[-/.](\d{4})$/, '$2-$1');
  const [, word = '', year = ''] = new RegExp(`^${name}[-/. ](\\d{4}|\\d\\d)$`, 'i').exec(numbers) ?? [];
  const [, first, second] = /^(\d{4})[-/](\d{1,2})$/.exec(numbers) ?? [];
  const day = word ? dayOf(year, word, '1') : first ? dayOf(first, second ?? '', '1') : readDate(text)?.day;
  return day?.slice(0, 7);
}

/** The day in ISO 8601, if there is one. */
function dayOf(year: string, month: string, date: string): string | undefined {
  const number = months.indexOf(month.slice(0, 3).toLowerCase()) + 1 || Number(month);
  const iso = [year.padStart(4, '20'), String(number).padStart(2, '0'), date.padStart(2, '0')].join('-');
  const time = Date.parse(`${iso}T00:00:00Z`);
  const isReal = !Number.isNaN(time) && new Date(time).toISOString().startsWith(iso);
  return isReal && iso >= '2000' ? iso : undefined;
}

function withTime(day: string, found: RegExpExecArray): { day: string; at: Date } | undefined {
  const [, hour, minute = '', second = '00', half, zone, sign, hours, minutes] = found;
  if (hour === undefined) return zone || sign ? undefined : { day, at: new Date(`${day}T00:00:00Z`) };
  const twelve = half ? (Number(hour) % 12) + (half.toLowerCase() === 'p' ? 12 : 0) : Number(hour);
  const isUtc = zone !== undefined && zone.toUpperCase() !== 'IST';
  const offset = sign ? `${sign}${hours}:${minutes}` : isUtc ? 'Z' : '+05:30';
  const time = new Date(`${day}T${String(twelve).padStart(2, '0')}:${minute}:${second}${offset}`);
  if (Number.isNaN(time.getTime())) return undefined;
  return { day: minuteInIndia(time).slice(0, 10), at: time };
}
