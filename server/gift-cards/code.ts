import { createHash } from 'node:crypto';
import { randomCode } from '../runtime/random-code.ts';

/** Only the hash of a code is stored. A random code of 100 bits needs no slow hash. */
export const hashOfCode = (code: string): Buffer => createHash('sha256').update(code).digest();

/** A new code of 100 bits. */
export const newCode = (): string => randomCode(20);
