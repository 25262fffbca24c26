import { readStored, writeStored } from '../../browser-storage.ts';

const storageKey = 'discount_code';

/** The code of a discount that the shopper has entered in this browser and not used yet; empty for none. */
export const readCode = (): string => readStored(storageKey) ?? '';

export const saveCode = (code: string) => writeStored(storageKey, code || null);

export const forgetCode = () => saveCode('');
