import { randomInt } from 'node:crypto';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** The prefix of an id; ids of events have none. */
export type IdPrefix = 'order_' | 'plink_' | 'pay_' | 'rfnd_' | 'card_' | '';

/** A prefix and 14 random letters and digits. */
export const newId = (prefix: IdPrefix): string =>
  prefix + Array.from({ length: 14 }, () => alphabet[randomInt(alphabet.length)]).join('');

export const isId = (prefix: IdPrefix, value: string): boolean =>
  new RegExp(`^${prefix}[A-Za-z0-9]{14}$`).test(value);
