import {
  type DeliverySettings,
  type DeliveryTerms,
  type DeliveryZone,
  deliverySettings,
} from '../../../shared/contract/orders/delivery.ts';
import { errorsIn } from '../parts/form/use-form.ts';
import { amountIn } from '../parts/text.ts';

type Charge = 'free' | 'flat' | 'total' | 'weight' | 'none';
type Range = { min: string; max: string };

/** Terms as they are typed: amounts and days are texts. */
export type TermsDraft = {
  charge: Charge;
  /** The first one is the flat charge. */
  rates: { from: string; amount: string }[];
  /** Of charges by weight: the total from which on delivery is free. */
  freeFrom: string;
  days: { dispatch: Range; transit: Range };
};
/** PIN codes and their first digits are texts with one on each line, or with commas. */
export type ZoneDraft = TermsDraft &
  Pick<DeliveryZone, 'name' | 'states'> & { prefixes: string; pins: string };
type PlaceDraft = Omit<DeliverySettings['pickup'][number], 'days'> & { days: string };
export type Draft = Pick<DeliverySettings, 'cutOff' | 'holidays' | 'listedPinsOnly' | 'couriers'> & {
  zones: ZoneDraft[];
  elsewhere: TermsDraft;
  workingDays: string[];
  pickup: PlaceDraft[];
};

export const draftOf = ({ zones, elsewhere, workingDays, pickup, ...rest }: DeliverySettings): Draft => ({
  ...rest,
  pickup: pickup.map(({ days, ...point }) => ({ ...point, days: String(days) })),
  zones: zones.map(({ name, states, prefixes, pins, ...terms }) => ({
    name,
    states,
    prefixes: prefixes.join(', '),
    pins: pins.join(', '),
    ...termsDraftOf(terms),
  })),
  elsewhere: termsDraftOf(elsewhere),
  workingDays: workingDays.map(String),
});

const termsDraftOf = ({ delivers, rates, ratesBy, freeFrom, days }: DeliveryTerms): TermsDraft => ({
  charge: ratesBy === 'weight' && delivers ? 'weight' : chargeOf(delivers, rates),
  freeFrom: String(freeFrom ?? ''),
  rates: rates.map(({ from, amount }) => ({ from: String(from), amount: String(amount) })),
  days: { dispatch: rangeDraftOf(days?.dispatch), transit: rangeDraftOf(days?.transit) },
});

function chargeOf(delivers: boolean, rates: DeliveryTerms['rates']): Charge {
  if (!delivers) return 'none';
  if (rates.length > 1) return 'total';
  return rates[0]?.amount === 0 ? 'free' : 'flat';
}

const rangeDraftOf = (range: { min: number; max: number } | undefined): Range => ({
  min: String(range?.min ?? ''),
  max: String(range?.max ?? ''),
});

export const newPickupPoint: PlaceDraft = { name: '', address: '', hours: '', days: '1', isOpen: true };

export const newZone: ZoneDraft = {
  name: '',
  states: [],
  prefixes: '',
  pins: '',
  charge: 'flat',
  rates: [{ from: '0', amount: '' }],
  freeFrom: '',
  days: { dispatch: { min: '', max: '' }, transit: { min: '', max: '' } },
};

/** The settings of a draft. A text that is no number becomes one that the schema refuses. */
export const bodyOf = ({ zones, elsewhere, workingDays, pickup, ...rest }: Draft) => ({
  ...rest,
  pickup: pickup.map(({ days, ...point }) => ({ ...point, days: daysIn(days) })),
  zones: zones.map(({ name, states, prefixes, pins, ...terms }) => ({
    name,
    states,
    prefixes: listIn(prefixes),
    pins: pinsIn(pins),
    ...termsOf(terms),
  })),
  elsewhere: termsOf(elsewhere),
  workingDays: workingDays.map(Number),
});

const ratesByOf = (charge: TermsDraft['charge']): DeliveryTerms['ratesBy'] =>
  charge === 'weight' ? 'weight' : 'total';

const termsOf = ({ charge, rates, freeFrom, days }: TermsDraft) => ({
  delivers: charge !== 'none',
  ratesBy: ratesByOf(charge),
  freeFrom: charge === 'weight' && freeFrom.trim() ? amountIn(freeFrom) : null,
  rates:
    charge === 'free' || charge === 'none'
      ? [{ from: 0, amount: 0 }]
      : (charge === 'flat' ? rates.slice(0, 1) : rates).map(({ from, amount }, index) => ({
          from: index === 0 ? 0 : amountIn(from),
          amount: amountIn(amount),
        })),
  days: [days.dispatch, days.transit].every(({ min, max }) => !min.trim() && !max.trim())
    ? null
    : { dispatch: rangeOf(days.dispatch), transit: rangeOf(days.transit) },
});

const daysIn = (text: string) => (/^\s*\d{1,3}\s*$/.test(text) ? Number(text) : Number.NaN);
const rangeOf = ({ min, max }: Range) => ({ min: daysIn(min), max: daysIn(max) });
const listIn = (text: string) => [...new Set(text.split(/[\s,;]+/).filter(Boolean))];
/** The PIN codes in a text; `560 001` is one. */
export const pinsIn = (text: string) => listIn(text.replace(/\b([1-9]\d\d)\s(\d{3})\b/g, '$1$2'));

/** The errors of a draft by field; those of entries of a list are those of the list. */
export function errorsOf(draft: Draft): Record<string, string> {
  const found = Object.entries(errorsIn(deliverySettings, bodyOf(draft)));
  return Object.fromEntries(
    found.map(([path, message]) => [
      path.replace(/\.(states|prefixes|pins)\.\d+$/, '.$1'),
      /\.(from|amount|freeFrom)$/.test(path) ? 'Enter an amount in rupees' : message,
    ]),
  );
}
