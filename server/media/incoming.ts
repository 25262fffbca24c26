import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Deps } from '../deps.ts';
import { tooLarge } from '../errors.ts';
import { randomName } from './random-name.ts';

/** An upload in progress; `truncated` if it exceeded the size limit. */
export type Upload = Readable & { truncated?: boolean };

/**
 * Writes an upload to a file on the disk of the stored files, from where `work` can move it into the store, and deletes
 * it if it is still there afterwards. 413 with `limit` if the upload is too large.
 */
export async function withIncoming<Result>(
  { config }: Pick<Deps, 'config'>,
  upload: Upload,
  limit: string,
  work: (file: string) => Promise<Result>,
): Promise<Result> {
  const folder = path.join(config.dataDir, 'files', 'incoming');
  const file = path.join(folder, `${randomName()}.part`);
  await mkdir(folder, { recursive: true });
  try {
    await pipeline(upload, createWriteStream(file));
    if (upload.truncated) throw tooLarge(limit);
    return await work(file);
  } finally {
    await rm(file, { force: true });
  }
}
