import { type FileHandle, open } from 'node:fs/promises';
import type { Deps } from '../deps.ts';
import { wrongType } from '../errors.ts';
import { type Upload, withIncoming } from './incoming.ts';
import { insertMediaFile, setStored } from './queries.ts';
import { randomName } from './random-name.ts';

/**
 * Stores a video of a product as it is, without the texts that a camera adds, such as the place. Returns its path. 413 if
 * it is too large, 415 unless its content is MP4 or WebM, 507 if the disk is full.
 */
export const storeVideo = (deps: Pick<Deps, 'db' | 'files' | 'config'>, upload: Upload): Promise<string> =>
  withIncoming(deps, upload, 'A video can be at most 50 MB.', async (file) => {
    const { db, files } = deps;
    const { format, bytes } = await checkVideo(file);
    const stored = `uploads/video/${randomName()}.${format}`;
    await insertMediaFile(db, { path: stored, kind: 'video', width: null, height: null, bytes });
    await files.moveIn(stored, file);
    await setStored(db, [stored], true);
    return stored;
  });

/** The format of a file by its content, and its size. Removes the texts of a camera from it. */
async function checkVideo(file: string): Promise<{ format: 'mp4' | 'webm'; bytes: number }> {
  const handle = await open(file, 'r+');
  try {
    const { size } = await handle.stat();
    if (await isWebm(handle)) return { format: 'webm', bytes: size };
    const budget = { boxes: maxBoxes };
    const boxes = await listBoxes(handle, 0, size, budget);
    const types = boxes.map(({ type }) => type);
    if (types[0] !== 'ftyp' || !types.includes('moov') || !types.includes('mdat'))
      throw wrongType('Videos must be MP4 or WebM.');
    await hideTexts(handle, boxes, budget);
    return { format: 'mp4', bytes: size };
  } finally {
    await handle.close();
  }
}

/** Whether a file begins with the header of EBML that names WebM. */
async function isWebm(handle: FileHandle): Promise<boolean> {
  const head = (await handle.read(Buffer.alloc(64), 0, 64, 0)).buffer;
  return head.readUInt32BE(0) === 0x1a45dfa3 && head.includes(Buffer.from('\x42\x82\x84webm', 'latin1'));
}

/** A part of an MP4 file: the type and where its content begins and ends. */
type Box = { type: string; at: number; from: number; to: number };
/** How many boxes of a file are read: each is a call of the file system. */
const maxBoxes = 10_000;
type Budget = { boxes: number };

/**
 * The boxes between two places of an MP4 file (ISO 14496-12). 415 unless they fill the space exactly, within the
 * budget.
 */
async function listBoxes(handle: FileHandle, start: number, end: number, budget: Budget): Promise<Box[]> {
  const boxes: Box[] = [];
  let index = start;
  while (index < end) {
    const { buffer: head, bytesRead } = await handle.read(Buffer.alloc(16), 0, 16, index);
    const short = head.readUInt32BE(0);
    const size = short === 1 ? Number(head.readBigUInt64BE(8)) : short === 0 ? end - index : short;
    const header = short === 1 ? 16 : 8;
    if (bytesRead < 8 || size < header || index + size > end || --budget.boxes < 0)
      throw wrongType('Videos must be MP4 or WebM.');
    boxes.push({ type: head.toString('latin1', 4, 8), at: index, from: index + header, to: index + size });
    index += size;
  }
  return boxes;
}

/** Boxes of texts, such as the place of the camera. */
const texts = new Set(['udta', 'meta', 'uuid']);

/** The boxes that contain others with texts, from the outermost in. */
const parents = ['moov', 'trak'];

const zeros = Buffer.alloc(65_536);

/** Overwrites the boxes of texts of a film and its tracks with empty ones of the same size, which players skip. */
async function hideTexts(
  handle: FileHandle,
  boxes: Box[],
  budget: Budget,
  [parent, ...inside] = parents,
): Promise<void> {
  for (const { type, at, from, to } of boxes) {
    if (texts.has(type)) {
      await handle.write('free', at + 4, 'latin1');
      for (let next = from; next < to; next += zeros.length)
        await handle.write(zeros, 0, Math.min(zeros.length, to - next), next);
    } else if (type === parent)
      await hideTexts(handle, await listBoxes(handle, from, to, budget), budget, inside);
  }
}
