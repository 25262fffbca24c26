/** As much of yauzl as media/zip.ts uses; the package brings no types. */
declare module 'yauzl' {
  import type { Readable } from 'node:stream';

  export type Entry = {
    /** With `/` between folders; never absolute and never leading upwards. */
    fileName: string;
    compressedSize: number;
    uncompressedSize: number;
    crc32: number;
    canDecodeFileData(): boolean;
  };

  export type ZipFile = {
    entryCount: number;
    eachEntry(): AsyncIterable<Entry>;
    /** Fails where more comes out than the entry says. */
    openReadStreamPromise(entry: Entry): Promise<Readable>;
    close(): void;
  };

  export function openPromise(file: string, options: { autoClose: boolean }): Promise<ZipFile>;
}
