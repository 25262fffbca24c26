import { createHash, randomBytes } from 'node:crypto';

/** Creates an opaque token of 256 random bits. Only its hash is stored (contract §4). */
export const newToken = (): string => randomBytes(32).toString('base64url');

export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();
