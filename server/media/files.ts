import { randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, stat, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Disk } from 'flydrive';
import { FSDriver } from 'flydrive/drivers/fs';
import { crashPoint } from '../crash-point.ts';
import { notFound, ShopError } from '../errors.ts';

/** Where pictures are kept. Paths are relative, with `/` between folders. */
export type FileStore = {
  /** All or nothing: a reader never sees half a file. 507 when there is no room left. */
  put(path: string, bytes: Uint8Array): Promise<void>;
  /** 404 when it is not there. */
  get(path: string): Promise<Buffer>;
  exists(path: string): Promise<boolean>;
  stream(path: string): Promise<Readable>;
  /** No error when it is not there. */
  remove(path: string): Promise<void>;
  /** Takes in a file of the local disk, however large; it is gone from where it was. */
  take(path: string, local: string): Promise<void>;
  /** The same file on the local disk, to be read in any order; call `release` afterwards. */
  local(path: string): Promise<{ file: string; release: () => Promise<void> }>;
};

type S3Place = {
  bucket: string;
  region: string;
  endpoint?: string;
  accessKeyId: string;
  secretAccessKey: string;
};

type FilesConfig = { dataDir: string; s3?: S3Place | undefined; crashAt?: string | undefined };

/** Files under `DATA_DIR/files`, or in a bucket when S3 is configured (contract §6). */
export function createFileStore(config: FilesConfig): FileStore {
  return config.s3 ? bucketStore(config.s3) : folderStore(path.join(config.dataDir, 'files'), config);
}

function folderStore(root: string, config: FilesConfig): FileStore {
  const disk = new Disk(new FSDriver({ location: root, visibility: 'private' }));
  return {
    ...reads(async () => disk),
    async put(name, bytes) {
      const target = path.join(root, name);
      const draft = `${name}.${randomBytes(6).toString('hex')}.part`;
      try {
        await disk.put(draft, bytes);
        await rename(path.join(root, draft), target);
        crashPoint({ config }, 'file-written');
      } catch (error) {
        await unlink(path.join(root, draft)).catch(() => {});
        throw fileError(error);
      }
    },
    take: (name, local) =>
      translated(async () => {
        const target = path.join(root, name);
        await mkdir(path.dirname(target), { recursive: true });
        await rename(local, target);
      }),
    local: (name) =>
      translated(async () => {
        const file = path.join(root, name);
        await stat(file);
        return { file, release: async () => {} };
      }),
  };
}

function bucketStore({ endpoint, bucket, region, ...credentials }: S3Place): FileStore {
  let opened: Promise<Disk> | undefined;
  // Loaded only here: the client is large and most shops keep files on their own disk.
  const open = async () => {
    const { S3Driver } = await import('flydrive/drivers/s3');
    return new Disk(
      new S3Driver({
        bucket,
        region,
        credentials,
        ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
        supportsACL: false,
        visibility: 'private',
      }),
    );
  };
  const disk = () => {
    opened ??= open();
    return opened;
  };
  return {
    ...reads(disk),
    put: (name, bytes) => translated(async () => (await disk()).put(name, bytes)),
    take: (name, local) =>
      translated(async () => {
        const { size } = await stat(local);
        await (await disk()).putStream(name, createReadStream(local), { contentLength: size });
        await unlink(local);
      }),
    local: (name) =>
      translated(async () => {
        const folder = await mkdtemp(path.join(tmpdir(), 'haat-'));
        const release = () => rm(folder, { recursive: true, force: true });
        const file = path.join(folder, 'file');
        try {
          await pipeline(await (await disk()).getStream(name), createWriteStream(file));
        } catch (error) {
          await release();
          throw error;
        }
        return { file, release };
      }),
  };
}

function reads(disk: () => Promise<Disk>): Omit<FileStore, 'put' | 'take' | 'local'> {
  return {
    get: (name) => translated(async () => Buffer.from(await (await disk()).getBytes(name))),
    exists: (name) => translated(async () => (await disk()).exists(name)),
    stream: (name) => translated(async () => (await disk()).getStream(name)),
    remove: (name) => translated(async () => (await disk()).delete(name)),
  };
}

async function translated<T>(work: () => Promise<T>): Promise<T> {
  return work().catch((error: unknown) => {
    throw fileError(error);
  });
}

function fileError(error: unknown): Error {
  const cause = ((error as Error).cause ?? error) as NodeJS.ErrnoException;
  if (cause.code === 'ENOENT' || cause.name === 'NoSuchKey' || cause.name === 'NotFound') return notFound();
  if (cause.code === 'ENOSPC' || cause.code === 'EDQUOT') {
    return new ShopError(507, 'storage_full', 'There is no room left to store pictures.');
  }
  // Without the code of the operating system, which elsewhere means that the database is away.
  return new Error(`Stored files can't be reached: ${cause.message}`, { cause: error });
}
