import { randomInt } from 'node:crypto';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

type Kind = 'order' | 'pay' | 'rfnd' | 'card' | 'acc';

/** `order_` and the like, then 14 letters and digits. */
export function newId(kind: Kind): string {
  return `${kind}_${fourteen()}`;
}

export function newEventId(): string {
  return fourteen();
}

export function isId(kind: Kind, value: string): boolean {
  return new RegExp(`^${kind}_[A-Za-z0-9]{14}$`).test(value);
}

function fourteen() {
  return Array.from({ length: 14 }, () => alphabet[randomInt(alphabet.length)]).join('');
}
