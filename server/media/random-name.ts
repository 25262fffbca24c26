import { randomBytes } from 'node:crypto';

/** 22 letters and digits, over 128 bits; no dash, since a dash separates the width in the name of a size. */
export function randomName(): string {
  let name = '';
  while (name.length < 22)
    name += randomBytes(24)
      .toString('base64')
      .replaceAll(/[^A-Za-z0-9]/g, '');
  return name.slice(0, 22);
}
