/** A box of an MP4 file (ISO 14496-12). */
export function box(type: string, ...content: (Buffer | string)[]): Buffer {
  const body = Buffer.concat(content.map((part) => Buffer.from(part)));
  const head = Buffer.alloc(8);
  head.writeUInt32BE(8 + body.length);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, body]);
}

/** Where a camera was, as phones write it into a film. */
export const cameraPlace = '+26.9239+075.8267/';

/** The structure of a film with the place of the camera; it has no pictures. */
export const emptyFilm = (): Buffer => {
  const place = box('udta', box('\xa9xyz', cameraPlace));
  return Buffer.concat([
    box('ftyp', 'isom', '\0\0\x02\0', 'isomavc1'),
    box('moov', box('mvhd', 'film'), place, box('trak', place, box('mdia'))),
    box('mdat', Buffer.alloc(2000, 7)),
  ]);
};
