import { buffer } from 'node:stream/consumers';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { badRequest, tooLarge } from '../errors.ts';
import { maxUploadBytes } from './images.ts';

/** A picture inside a ZIP, by its file name in lower case, whatever folder it is in. */
export type ZippedPicture = { name: string; entry: string; bytes: number; crc32: number };

const maxEntries = 20_000;
/** Of all pictures together once they are unpacked. */
const maxBytes = 4 * 1024 ** 3;
const pictureName = /\.(jpe?g|png|webp|avif|gif)$/i;

/**
 * What a ZIP on the local disk holds, without unpacking it: the pictures, and the paths of what is left out (no
 * picture, too large, encrypted, or a second of the same name). Throws 400 for no ZIP, 413 for one that would
 * unpack to more than any shop needs.
 */
export async function listZip(file: string): Promise<{ pictures: ZippedPicture[]; left: string[] }> {
  return withZip(file, async (zip) => {
    if (zip.entryCount > maxEntries) throw tooLarge('A ZIP can hold at most 20,000 files.');
    const pictures = new Map<string, ZippedPicture>();
    const left: string[] = [];
    let total = 0;
    for await (const entry of zip.eachEntry()) {
      if (entry.fileName.endsWith('/')) continue;
      const name = baseName(entry.fileName);
      if (!isPicture(entry) || pictures.has(name)) {
        left.push(entry.fileName.slice(0, 300));
        continue;
      }
      total += entry.uncompressedSize;
      if (total > maxBytes) throw tooLarge('The pictures of this ZIP are larger than 4 GB.');
      const { fileName, uncompressedSize, crc32 } = entry;
      pictures.set(name, { name, entry: fileName, bytes: uncompressedSize, crc32 });
    }
    return { pictures: [...pictures.values()], left };
  });
}

/** Opens a ZIP to take pictures out of it one by one, by their path inside. Close it afterwards. */
export async function openZip(file: string) {
  const zip = await open(file);
  const entries = new Map<string, Entry>();
  try {
    for await (const entry of zip.eachEntry()) if (isPicture(entry)) entries.set(entry.fileName, entry);
  } catch {
    zip.close();
    throw noZip();
  }
  return {
    /** The bytes of one picture, at most 10 MB. Throws 400 where they can't be had. */
    async read(path: string): Promise<Buffer> {
      const entry = entries.get(path);
      if (!entry) throw damaged();
      const stream = await zip.openReadStreamPromise(entry).catch(() => undefined);
      if (!stream) throw damaged();
      // More than the entry says ends in an error, so that no more than 10 MB are ever in memory.
      return buffer(stream).catch(() => {
        throw damaged();
      });
    },
    close: () => zip.close(),
  };
}

/** The file name at the end of a path or address, in lower case: what pictures are matched by. */
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
  // What macOS adds to a ZIP looks like pictures and holds none.
  if (!pictureName.test(fileName) || /(^|\/)(__MACOSX\/|\._)/.test(fileName)) return false;
  return uncompressedSize <= maxUploadBytes && entry.canDecodeFileData();
}

async function withZip<T>(file: string, work: (zip: ZipFile) => Promise<T>): Promise<T> {
  const zip = await open(file);
  try {
    return await work(zip);
  } catch (error) {
    throw error instanceof Error && 'status' in error ? error : noZip();
  } finally {
    zip.close();
  }
}

async function open(file: string): Promise<ZipFile> {
  return openPromise(file, { autoClose: false }).catch(() => {
    throw noZip();
  });
}

const noZip = () => badRequest('This is no ZIP file, or it is damaged.', { file: 'Not a ZIP file' });
const damaged = () => badRequest('This picture could not be unpacked.');
