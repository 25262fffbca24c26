import { badField } from '../errors.ts';

export type Encoding = 'UTF-8' | 'UTF-16' | 'Windows-1252';

/**
 * The text of a file whose encoding is not stated: UTF-8 and UTF-16 with or without a byte order mark, else
 * Windows-1252, which Excel writes. Single characters of Windows-1252 in UTF-8 are read as such. Throws 400 with the
 * reason for a workbook, another binary file, or text in none of these encodings.
 */
export function decodeText(bytes: Uint8Array): { text: string; encoding: Encoding } {
  const kind = binaryKind(bytes);
  if (kind) {
    const fix = /picture|PDF/.test(kind) ? 'Choose the CSV file of the export.' : saveAsCsv;
    throw badField('file', `This is ${kind}, not a CSV file. ${fix}`);
  }
  const utf16 = utf16Of(bytes);
  if (utf16) {
    const text = decode(bytes, utf16);
    if (text === undefined) throw badField('file', `The file is damaged: it is not complete UTF-16 text.`);
    return { text, encoding: 'UTF-16' };
  }
  const utf8 = decode(bytes, 'utf-8');
  if (utf8 !== undefined) return { text: utf8, encoding: 'UTF-8' };
  const mixed = mixedText(bytes);
  if (mixed !== undefined) return { text: mixed, encoding: 'UTF-8' };
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

/** Characters of UTF-8 with several bytes, as Latin-1, or another byte that ASCII does not have. */
const utf8OrByte =
  /(?:[\xc2-\xdf][\x80-\xbf]|\xe0[\xa0-\xbf][\x80-\xbf]|\xed[\x80-\x9f][\x80-\xbf]|[\xe1-\xec\xee\xef][\x80-\xbf]{2}|\xf0[\x90-\xbf][\x80-\xbf]{2}|[\xf1-\xf3][\x80-\xbf]{3}|\xf4[\x80-\x8f][\x80-\xbf]{2})+|[\x80-\xff]/g;

/** Bytes with which letters of India, `₹` and emoji begin in UTF-8: without a letter after them, the rest was cut off. */
const beginsCharacter = new Set([0xe0, 0xe2, 0xf0]);

/**
 * The text of a file in UTF-8 that also has characters of Windows-1252; undefined if it is not UTF-8. Two bytes can also
 * be two characters of Windows-1252, such as `É”`, so they count only if they are more than the others, or begin with `Â`
 * or `Ã`, as those of Latin letters in UTF-8 do. Throws 400 with the line of a byte that can be a part of a damaged
 * character.
 */
function mixedText(bytes: Uint8Array): string | undefined {
  const raw = Buffer.from(bytes).toString('latin1');
  let isSure = false;
  let short = 0;
  let others = 0;
  let firstUnclear: number | undefined;
  const text = raw.replace(utf8OrByte, (found, index: number) => {
    if (found.length > 1) {
      isSure ||= /[\xc2\xc3\xe0-\xf4]/.test(found);
      short += found.length / 2;
      return Buffer.from(found, 'latin1').toString();
    }
    others++;
    const byte = raw.charCodeAt(index);
    const isUnclear =
      unusedIn1252.has(byte) ||
      raw.charCodeAt(index - 1) > 0x7f ||
      raw.charCodeAt(index + 1) > 0x7f ||
      (beginsCharacter.has(byte) && !/[a-z]/i.test(raw[index + 1] ?? ''));
    if (isUnclear) firstUnclear ??= index;
    return decode(Buffer.from(found, 'latin1'), 'windows-1252') ?? '';
  });
  if (!isSure && short <= others) return undefined;
  if (firstUnclear === undefined) return text.replace(/^\ufeff/, '');
  const line = raw.slice(0, firstUnclear).split(/\r\n?|\n/).length;
  throw badField(
    'file',
    `Line ${line} has damaged characters. Correct them, or save the file again as “CSV UTF-8”.`,
  );
}

/** The decoded text without its byte order mark; undefined where the bytes are not text in this encoding. */
function decode(bytes: Uint8Array, encoding: string): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
