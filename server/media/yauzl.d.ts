/** The part of yauzl that media/zip.ts uses; the package has no types. */
declare module 'yauzl' {
  import type { Readable } from 'node:stream';

  export type Entry = {
    /** With `/` between folders; never absolute and never with `..`. */
    fileName: string;
    compressedSize: number;
    uncompressedSize: number;
    crc32: number;
    canDecodeFileData(): boolean;
  };

  export type ZipFile = {
    entryCount: number;
    eachEntry(): AsyncIterable<Entry>;
    /** Fails if the entry unpacks to more than it declares. */
    openReadStreamPromise(entry: Entry): Promise<Readable>;
    close(): void;
  };

  export function openPromise(file: string, options: { autoClose: boolean }): Promise<ZipFile>;
}
