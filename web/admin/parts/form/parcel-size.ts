import type { ParcelSize } from '../../../../shared/contract/orders/couriers.ts';

/** Weight and size of a parcel, with the labels of their fields. */
export const parcelSizes = [
  ['weightGrams', 'Weight (g)'],
  ['lengthCm', 'Length (cm)'],
  ['widthCm', 'Width (cm)'],
  ['heightCm', 'Height (cm)'],
] as const satisfies readonly (readonly [keyof ParcelSize, string])[];

/** The same as the fields of a form contain it. */
export type ParcelSizeInput = Record<keyof ParcelSize, string>;

const numberOf = (text: string) => (text.trim() === '' ? Number.NaN : Number(text));

/** The numbers in the fields. An empty field is not a number, which the schema refuses. */
export const readParcelSize = (input: ParcelSizeInput): ParcelSize => ({
  weightGrams: numberOf(input.weightGrams),
  lengthCm: numberOf(input.lengthCm),
  widthCm: numberOf(input.widthCm),
  heightCm: numberOf(input.heightCm),
});
