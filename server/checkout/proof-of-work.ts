import { createHash } from 'node:crypto';

/**
 * Whether a proof shows work for a challenge: the SHA-256 of both, with a colon between, begins with `bits` zeros
 * (decision 93). Nothing is needed for 0 bits.
 */
export function isProof(challenge: string, bits: number, proof: string | undefined): boolean {
  if (bits === 0) return true;
  if (proof === undefined) return false;
  const hash = createHash('sha256').update(`${challenge}:${proof}`).digest();
  return Math.clz32(hash.readUInt32BE(0)) >= bits;
}
