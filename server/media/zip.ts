import { open as openLocal } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { badField, badRequest, ShopError, tooLarge } from '../errors.ts';
import { maxUploadBytes } from './files.ts';

/** A picture in a ZIP; `name` is its file name in lower case without folders, `entry` its path in the ZIP. */
export type ZippedPicture = { name: string; entry: string; bytes: number; crc32: number };

const maxEntries = 20_000;
/** The total size of the unpacked pictures. */
const maxBytes = 4 * 1024 ** 3;
const pictureName = /\.(jpe?g|png|webp|avif|gif)$/i;

/**
 * Lists the pictures of a ZIP on the local disk without unpacking it, and the paths of ignored entries (not a picture,
 * too large, encrypted, or a duplicate name). Throws 400 if it is not a ZIP, 413 if it has too many or too large entries.
 */
export async function listZip(file: string): Promise<{ pictures: ZippedPicture[]; ignored: string[] }> {
  const zip = await open(file);
  try {
    if (zip.entryCount > maxEntries) throw tooLarge('A ZIP can hold at most 20,000 files.');
    const pictures = new Map<string, ZippedPicture>();
    const ignored: string[] = [];
    let total = 0;
    for await (const entry of zip.eachEntry()) {
      if (entry.fileName.endsWith('/')) continue;
      const name = baseName(entry.fileName);
      if (!isPicture(entry) || pictures.has(name)) {
        ignored.push(entry.fileName.slice(0, 300));
        continue;
      }
      total += entry.uncompressedSize;
      if (total > maxBytes) throw tooLarge('The pictures of this ZIP are larger than 4 GB.');
      const { fileName, uncompressedSize, crc32 } = entry;
      pictures.set(name, { name, entry: fileName, bytes: uncompressedSize, crc32 });
    }
    return { pictures: [...pictures.values()], ignored };
  } catch (error) {
    throw error instanceof ShopError ? error : notAZip();
  } finally {
    zip.close();
  }
}

/** Opens a ZIP to read its pictures one by one. Close it afterwards. */
export async function openZip(file: string) {
  const zip = await open(file);
  const entries = new Map<string, Entry>();
  try {
    for await (const entry of zip.eachEntry()) if (isPicture(entry)) entries.set(entry.fileName, entry);
  } catch {
    zip.close();
    throw notAZip();
  }
  return {
    /** Reads the picture at a path in the ZIP, at most 10 MB. Throws 400 if it can't be read. */
    async read(path: string): Promise<Buffer> {
      const entry = entries.get(path);
      if (!entry) throw damaged();
      const stream = await zip.openReadStreamPromise(entry).catch(() => undefined);
      if (!stream) throw damaged();
      // yauzl fails if an entry unpacks to more than it declares, so at most 10 MB are ever in memory.
      return buffer(stream).catch(() => {
        throw damaged();
      });
    },
    close: () => zip.close(),
  };
}

/** Whether a file on the local disk begins like a ZIP. */
export async function isZip(file: string): Promise<boolean> {
  const handle = await openLocal(file);
  try {
    const { buffer: start, bytesRead } = await handle.read(Buffer.alloc(4), 0, 4, 0);
    return bytesRead === 4 && ['PK\x03\x04', 'PK\x05\x06'].includes(start.toString('latin1'));
  } finally {
    await handle.close();
  }
}

/** Entries that programs add to a ZIP, and pictures. */
const besides =
  /(^|\/)(__MACOSX\/|\._|\.DS_Store$|Thumbs\.db$|desktop\.ini$)|\/$|\.(jpe?g|png|webp|avif|gif)$/i;

/**
 * The files of a ZIP on the local disk that can be text, to unpack them one by one, and those that can't be unpacked, with
 * the reason; call `close` afterwards. 400 if it is no ZIP but a workbook, 413 if the files are larger than `largest`
 * together.
 */
export async function listTextFiles(file: string, largest: number) {
  const zip = await open(file);
  try {
    const entries: { name: string; bytes: number; open: () => Promise<Readable> }[] = [];
    const refused: { name: string; message: string }[] = [];
    let total = 0;
    if (zip.entryCount > maxEntries) throw tooLarge('A ZIP can hold at most 20,000 files.');
    for await (const entry of zip.eachEntry()) {
      const { fileName, uncompressedSize: bytes } = entry;
      if (fileName === '[Content_Types].xml')
        throw badField('file', 'This is an Excel workbook. Save it as “CSV UTF-8” and choose that file.');
      if (besides.test(fileName)) continue;
      const name = (fileName.split('/').at(-1) ?? '').slice(0, 200);
      const isArchive = /\.(zip|rar|7z|tar|gz|tgz)$/i.test(name);
      if (isArchive || !entry.canDecodeFileData()) {
        const message = isArchive
          ? 'This is an archive inside the ZIP. Unpack it, and choose its files.'
          : 'This file is encrypted. Pack it without a password.';
        refused.push({ name, message });
        continue;
      }
      total += bytes;
      if (total > largest)
        throw tooLarge('The files of this ZIP are too large together. Choose fewer at once.');
      entries.push({ name, bytes, open: () => zip.openReadStreamPromise(entry) });
    }
    return { entries, refused, close: () => zip.close() };
  } catch (error) {
    zip.close();
    throw error instanceof ShopError ? error : notAZip();
  }
}

/** The file name of a path or URL in lower case, by which pictures are matched. */
export function baseName(path: string): string {
  const whole = /^https?:/i.test(path) && URL.canParse(path) ? decoded(new URL(path).pathname) : path;
  return (whole.split(/[\\/]/).at(-1) ?? '').normalize('NFC').toLowerCase();
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

function isPicture(entry: Entry): boolean {
  const { fileName, uncompressedSize } = entry;
  // macOS adds files to a ZIP that have the names of pictures but are not.
  if (!pictureName.test(fileName) || /(^|\/)(__MACOSX\/|\._)/.test(fileName)) return false;
  return uncompressedSize <= maxUploadBytes && entry.canDecodeFileData();
}

async function open(file: string): Promise<ZipFile> {
  return openPromise(file, { autoClose: false }).catch(() => {
    throw notAZip();
  });
}

const notAZip = () => badRequest('This is not a ZIP file, or it is damaged.', { file: 'Not a ZIP file' });
const damaged = () => badRequest('This picture could not be unpacked.');
