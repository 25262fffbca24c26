import { badField } from '../errors.ts';

export type Encoding = 'UTF-8' | 'UTF-16' | 'Windows-1252';

/**
 * The text of a file whose encoding is not stated: UTF-8 and UTF-16 with or without a byte order mark, else
 * Windows-1252, which Excel writes. Throws 400 with the reason for a workbook, another binary file, or text in none
 * of these encodings.
 */
export function decodeText(bytes: Uint8Array): { text: string; encoding: Encoding } {
  const kind = binaryKind(bytes);
  if (kind) throw badField('file', `This is ${kind}, not a CSV file. ${saveAsCsv}`);
  const utf16 = utf16Of(bytes);
  if (utf16) {
    const text = decode(bytes, utf16);
    if (text === undefined) throw badField('file', `The file is damaged: it is not complete UTF-16 text.`);
    return { text, encoding: 'UTF-16' };
  }
  const utf8 = decode(bytes, 'utf-8');
  if (utf8 !== undefined) return { text: utf8, encoding: 'UTF-8' };
  if (bytes.some((byte) => unusedIn1252.has(byte)))
    throw badField('file', `The encoding of this file is not recognised. ${saveAsCsv}`);
  return { text: decode(bytes, 'windows-1252') ?? '', encoding: 'Windows-1252' };
}

const saveAsCsv = 'Save it as “CSV UTF-8” and choose that file.';

const unusedIn1252 = new Set([0x81, 0x8d, 0x8f, 0x90, 0x9d]);

/** The kind of a binary file, from its first bytes. */
function binaryKind(bytes: Uint8Array): string | undefined {
  const begins = (...start: number[]) => start.every((byte, i) => bytes[i] === byte);
  if (begins(0x50, 0x4b, 0x03, 0x04)) return 'an Excel workbook or a ZIP archive';
  if (begins(0xd0, 0xcf, 0x11, 0xe0)) return 'an Excel workbook';
  if (begins(0x25, 0x50, 0x44, 0x46)) return 'a PDF';
  if (begins(0x89, 0x50, 0x4e, 0x47) || begins(0xff, 0xd8, 0xff)) return 'a picture';
  return undefined;
}

/** The byte order of UTF-16, from its mark or from the zero bytes that mostly Latin text has in every second place. */
function utf16Of(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  const head = bytes.subarray(0, 2000);
  const zeros = [0, 0];
  head.forEach((byte, i) => {
    if (byte === 0) zeros[i % 2] = (zeros[i % 2] ?? 0) + 1;
  });
  const [even = 0, odd = 0] = zeros;
  if (odd > head.length / 5 && even < odd / 10) return 'utf-16le';
  if (even > head.length / 5 && odd < even / 10) return 'utf-16be';
  return undefined;
}

/** The decoded text without its byte order mark; undefined where the bytes are not text in this encoding. */
function decode(bytes: Uint8Array, encoding: string): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
