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
import { notFound, ShopError, unavailable } from '../errors.ts';

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
  const translated = <T>(work: () => Promise<T>) => translatedBy(folderError, work);
  return {
    ...reads(async () => disk, folderError),
    async put(name, bytes) {
      const target = path.join(root, name);
      const draft = `${name}.${randomBytes(6).toString('hex')}.part`;
      try {
        await disk.put(draft, bytes);
        await rename(path.join(root, draft), target);
        crashPoint({ config }, 'file-written');
      } catch (error) {
        await unlink(path.join(root, draft)).catch(() => {});
        throw folderError(error);
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

// Loaded only here: the client is large and most shops keep files on their own disk.
async function openBucket({ endpoint, bucket, region, ...credentials }: S3Place): Promise<Disk> {
  const { S3Driver } = await import('flydrive/drivers/s3');
  return new Disk(
    new S3Driver({
      bucket,
      region,
      credentials,
      ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
      requestHandler: { connectionTimeout: 3000, socketTimeout: 30_000 },
      supportsACL: false,
      visibility: 'private',
    }),
  );
}

/** The problem that prevents storing files in this bucket, as one line with the setting to change; else empty. */
export async function bucketProblems(place: S3Place): Promise<string[]> {
  const probe = `start-check-${randomBytes(6).toString('hex')}`;
  const { bucket, endpoint = `the region ${place.region}` } = place;
  try {
    const disk = await openBucket(place);
    await disk.put(probe, probe);
    await disk.delete(probe);
    return [];
  } catch (error) {
    const { name, message } = (error as Error).cause as Error;
    const known: Record<string, string> = {
      NoSuchBucket: `S3_BUCKET: there is no bucket ${bucket} at ${endpoint}.`,
      InvalidAccessKeyId: `S3_ACCESS_KEY_ID is not known at ${endpoint}.`,
      SignatureDoesNotMatch: `S3_SECRET_ACCESS_KEY is not the secret of S3_ACCESS_KEY_ID at ${endpoint}.`,
      AccessDenied: `S3_ACCESS_KEY_ID may not write to ${bucket}. It needs to get, put and delete objects.`,
      PermanentRedirect: `S3_REGION ${place.region} is not the region of ${bucket}.`,
      AuthorizationHeaderMalformed: `S3_REGION ${place.region} is not the region of ${bucket}.`,
    };
    return [known[name] ?? `S3_ENDPOINT: ${bucket} can't be reached at ${endpoint} (${message || name}).`];
  }
}

function bucketStore(place: S3Place): FileStore {
  let opened: Promise<Disk> | undefined;
  const disk = () => {
    opened ??= openBucket(place);
    return opened;
  };
  const translated = <T>(work: () => Promise<T>) => translatedBy(bucketError, work);
  return {
    ...reads(disk, bucketError),
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

function reads(
  disk: () => Promise<Disk>,
  explain: (error: unknown) => Error,
): Omit<FileStore, 'put' | 'take' | 'local'> {
  const translated = <T>(work: () => Promise<T>) => translatedBy(explain, work);
  return {
    get: (name) => translated(async () => Buffer.from(await (await disk()).getBytes(name))),
    exists: (name) => translated(async () => (await disk()).exists(name)),
    stream: (name) => translated(async () => (await disk()).getStream(name)),
    remove: (name) => translated(async () => (await disk()).delete(name)),
  };
}

async function translatedBy<T>(explain: (error: unknown) => Error, work: () => Promise<T>): Promise<T> {
  return work().catch((error: unknown) => {
    throw explain(error);
  });
}

function causeOf(error: unknown): NodeJS.ErrnoException {
  return ((error as Error).cause ?? error) as NodeJS.ErrnoException;
}

function folderError(error: unknown): Error {
  const cause = causeOf(error);
  if (cause.code === 'ENOENT') return notFound();
  if (cause.code === 'ENOSPC' || cause.code === 'EDQUOT') {
    return new ShopError('storage_full', 'There is no room left to store pictures.');
  }
  // Without the code of the operating system, which elsewhere means that the database is away.
  return new Error(`Stored files can't be reached: ${cause.message}`, { cause: error });
}

/** The bucket is an external service, so every failure may be temporary. */
function bucketError(error: unknown): Error {
  const cause = causeOf(error);
  if (cause.name === 'NoSuchKey' || cause.name === 'NotFound') return notFound();
  return Object.assign(unavailable('Pictures are temporarily unavailable. Please try again.'), { cause });
}
