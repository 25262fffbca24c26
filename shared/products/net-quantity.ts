import { inRupees } from '../money.ts';

/** A net quantity such as 250 g, in the unit in which it was entered. */
type NetQuantity = { amount: number; unit: Unit };

const units = {
  g: 'g',
  gm: 'g',
  gms: 'g',
  gram: 'g',
  grams: 'g',
  kg: 'kg',
  kgs: 'kg',
  ml: 'ml',
  l: 'l',
  ltr: 'l',
  litre: 'l',
  litres: 'l',
  cm: 'cm',
  cms: 'cm',
  m: 'm',
  mtr: 'm',
  metre: 'm',
  metres: 'm',
  piece: 'piece',
  pieces: 'piece',
  pc: 'piece',
  pcs: 'piece',
  no: 'piece',
  nos: 'piece',
  n: 'piece',
  pair: 'pair',
  pairs: 'pair',
  set: 'set',
  sets: 'set',
} as const;
type Unit = (typeof units)[keyof typeof units];

const isUnit = (word: string): word is keyof typeof units => Object.hasOwn(units, word);
const counted: readonly Unit[] = ['piece', 'pair', 'set'];

/** Reads a net quantity such as "250 g", "1.5 l" or "6 pieces"; undefined if it is none. */
export function readNetQuantity(text: string): NetQuantity | undefined {
  const [, digits = '', word = ''] = /^(\d{1,6}(?:\.\d{1,3})?)\s*([a-z]{1,6})\.?$/i.exec(text.trim()) ?? [];
  const name = word.toLowerCase();
  const amount = Number(digits);
  if (!isUnit(name) || !(amount > 0)) return undefined;
  const unit = units[name];
  return counted.includes(unit) && !Number.isInteger(amount) ? undefined : { amount, unit };
}

/** The text of a net quantity: "250 g", "6 pieces". */
export const netQuantityText = ({ amount, unit }: NetQuantity): string =>
  `${amount} ${unit}${counted.includes(unit) && amount !== 1 ? 's' : ''}`;

/** In which smaller unit a quantity below one is priced, and how many of these it has. */
const smaller: Partial<Record<Unit, { unit: Unit; of: number }>> = {
  kg: { unit: 'g', of: 1000 },
  l: { unit: 'ml', of: 1000 },
  m: { unit: 'cm', of: 100 },
};
const larger: Partial<Record<Unit, { unit: Unit; of: number }>> = {
  g: { unit: 'kg', of: 1000 },
  ml: { unit: 'l', of: 1000 },
  cm: { unit: 'm', of: 100 },
};

/** A price in rupees for `amount` of a unit. */
type UnitPrice = { rupees: number; amount: number; unit: Unit };

/**
 * The unit sale price (Legal Metrology rule 6, india §5.2): for each gram, millilitre or centimetre below one kilogram,
 * litre or metre, otherwise for each of these; for each piece. Shoppers compare by 100 g and 100 ml, so these come first.
 * Rounded to paise; empty if it equals the price. `price` is in rupees.
 */
export function unitPrices(price: number, { amount, unit }: NetQuantity): UnitPrice[] {
  const exact = (count: number, unit: Unit, per = 1): UnitPrice => ({
    rupees: inRupees(price, per / count),
    amount: per,
    unit: unit,
  });
  const up = larger[unit];
  if (up && amount >= up.of) return amount === up.of ? [] : [exact(amount / up.of, up.unit)];
  const down = smaller[unit];
  if (amount === 1) return [];
  if (down && amount > 1) return [exact(amount, unit)];
  const [count, small] = down ? [amount * down.of, down.unit] : [amount, unit];
  return small === 'g' || small === 'ml'
    ? [exact(count, small, 100), exact(count, small)]
    : [exact(count, small)];
}
