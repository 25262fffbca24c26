import { createHash, randomBytes } from 'node:crypto';

/** A new token: 256 random bits, opaque. Only its hash is kept (contract §4). */
export const newToken = (): string => randomBytes(32).toString('base64url');

export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();
