import { parseRupees } from '../../../shared/read-amount.ts';
import { plainText } from '../../../shared/text/plain-text.ts';

export { counted } from '../../../shared/text/counted.ts';

/** The amount in rupees that was typed; not a number if the text is none. */
export const amountIn = (text: string): number => parseRupees(plainText(text)) ?? Number.NaN;

/** `1,234` */
export const formatCount = (n: number) => n.toLocaleString('en-IN');

/** `12.3 MB` */
export const formatBytes = (bytes: number) =>
  `${(bytes / 1e6).toLocaleString('en-IN', { maximumFractionDigits: 1 })} MB`;

/** `Shipped` from `shipped`. */
export const capitalized = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);

/** Values with their labels, for options: `{ shipped: 'Shipped' }` from `['shipped']`. */
export const labelsOf = <Value extends string>(values: readonly Value[]): Record<string, string> =>
  Object.fromEntries(values.map((value) => [value, capitalized(value)]));
