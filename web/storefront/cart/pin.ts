import { pinPattern } from '../../../shared/contact/pin-code.ts';
import { readStored, writeStored } from '../../browser-storage.ts';

export const pinKey = 'delivery_pin';

/** The PIN code that the shopper has last checked or entered in this browser; empty for none. */
export function readPin(): string {
  const stored = readStored(pinKey) ?? '';
  return pinPattern.test(stored) ? stored : '';
}

export const savePin = (pin: string) => writeStored(pinKey, pin);
