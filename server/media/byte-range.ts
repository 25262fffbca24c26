/** The first and last byte of a part of a file. */
export type ByteRange = { start: number; end: number };

/**
 * The part of a file of this size that a `Range` header asks for: `bytes=0-499`, `bytes=500-`, `bytes=-500` (RFC 9110,
 * section 14.1.2). Undefined for the whole file, also for several parts and other units; `outside` if the file has no
 * such part.
 */
export function byteRange(header: string | undefined, size: number): ByteRange | 'outside' | undefined {
  const [, first, last] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? [];
  if (first === undefined || last === undefined || (!first && !last)) return undefined;
  if (!first)
    return Number(last) === 0 ? 'outside' : { start: Math.max(0, size - Number(last)), end: size - 1 };
  const start = Number(first);
  if (last && Number(last) < start) return undefined;
  return start >= size ? 'outside' : { start, end: last ? Math.min(Number(last), size - 1) : size - 1 };
}
