import { crc32, deflateRawSync } from 'node:zlib';

type File = {
  name: string;
  bytes: Buffer;
  /** A false size for the directory of the archive. */
  claims?: number;
};

/** Creates a ZIP file, including invalid ones that no tool creates. */
export function zipOf(files: File[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, bytes, claims = bytes.length } of files) {
    const packed = deflateRawSync(bytes);
    const fields = Buffer.alloc(26);
    // Version 2.0, names in UTF-8, deflated.
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(0x800, 2);
    fields.writeUInt16LE(8, 4);
    fields.writeUInt32LE(crc32(bytes), 10);
    fields.writeUInt32LE(packed.length, 14);
    fields.writeUInt32LE(claims, 18);
    fields.writeUInt16LE(Buffer.byteLength(name), 22);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    const head = Buffer.concat([Buffer.from('PK\x03\x04'), fields, Buffer.from(name)]);
    directory.push(Buffer.from('PK\x01\x02\x14\0'), fields, place, Buffer.from(name));
    parts.push(head, packed);
    offset += head.length + packed.length;
  }
  const listing = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(files.length, 8);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(listing.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, listing, end]);
}
