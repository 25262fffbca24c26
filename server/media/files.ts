import { randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, stat, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Disk } from 'flydrive';
import { FSDriver } from 'flydrive/drivers/fs';
import { notFound, ShopError, unavailable } from '../errors.ts';
import { crashPoint } from '../runtime/crash-point.ts';
import { isDiskFull } from '../runtime/disk.ts';
import type { ByteRange } from './byte-range.ts';

/** The largest picture that is accepted. */
export const maxUploadBytes = 10 * 1024 * 1024;

/** Stores files: on the local disk or in a bucket. Paths are relative, with `/` between folders. */
export type FileStore = {
  /** Atomic: a reader never sees a part of a file. 507 if the disk is full. */
  put(path: string, bytes: Uint8Array): Promise<void>;
  /** 404 if it does not exist. */
  get(path: string): Promise<Buffer>;
  exists(path: string): Promise<boolean>;
  /** The bytes of a file, or a part of them. 404 if it does not exist. */
  stream(path: string, range?: ByteRange): Promise<Readable>;
  /** The number of bytes. 404 if it does not exist. */
  size(path: string): Promise<number>;
  /** No error if it does not exist. */
  remove(path: string): Promise<void>;
  /** Moves a file of any size from the local disk to the store. */
  moveIn(path: string, local: string): Promise<void>;
  /** A copy on the local disk, for random access; call `release` afterwards. */
  local(path: string): Promise<{ file: string; release: () => Promise<void> }>;
};

type S3Location = {
  bucket: string;
  region: string;
  endpoint?: string;
  accessKeyId: string;
  secretAccessKey: string;
};

type FilesConfig = { dataDir: string; s3?: S3Location | undefined; crashAt?: string | undefined };

/** Opens the folder `DATA_DIR/files`, or the bucket if S3 is configured (contract §6). */
export function createFileStore(config: FilesConfig): FileStore {
  return config.s3 ? bucketStore(config.s3) : folderStore(path.join(config.dataDir, 'files'), config);
}

function folderStore(root: string, config: FilesConfig): FileStore {
  const disk = new Disk(new FSDriver({ location: root, visibility: 'private' }));
  const explained = <T>(work: () => Promise<T>) => explainErrors(folderError, work);
  return {
    ...common(async () => disk, explained),
    stream: (name, range) =>
      explained(async () => {
        // It also refuses names that lead out of the folder.
        await disk.getMetaData(name);
        return createReadStream(path.join(root, name), range);
      }),
    async put(name, bytes) {
      const target = path.join(root, name);
      const draft = `${name}.${randomBytes(6).toString('hex')}.part`;
      try {
        await disk.put(draft, bytes);
        await rename(path.join(root, draft), target);
        crashPoint({ config }, 'file-written');
      } catch (error) {
        // It may not exist; the error that counts is the first one.
        await unlink(path.join(root, draft)).catch(() => {});
        throw folderError(error);
      }
    },
    moveIn: (name, local) =>
      explained(async () => {
        const target = path.join(root, name);
        await mkdir(path.dirname(target), { recursive: true });
        await rename(local, target);
      }),
    local: (name) =>
      explained(async () => {
        const file = path.join(root, name);
        await stat(file);
        return { file, release: async () => {} };
      }),
  };
}

// Imported only when needed: the client is large, and most shops store files on their own disk.
async function openBucket({ endpoint, bucket, region, ...credentials }: S3Location) {
  const [{ S3Driver }, { GetObjectCommand, S3Client }] = await Promise.all([
    import('flydrive/drivers/s3'),
    import('@aws-sdk/client-s3'),
  ]);
  const client = new S3Client({
    region,
    credentials,
    ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
    requestHandler: { connectionTimeout: 3000, socketTimeout: 30_000 },
  });
  const disk = new Disk(new S3Driver({ client, bucket, supportsACL: false, visibility: 'private' }));
  /** A part of a file, which the driver can't read. */
  const readPart = async (name: string, { start, end }: ByteRange): Promise<Readable> => {
    const command = new GetObjectCommand({ Bucket: bucket, Key: name, Range: `bytes=${start}-${end}` });
    const { Body } = await client.send(command);
    if (Body instanceof Readable) return Body;
    throw new Error(`The bucket returned no stream for ${name}`);
  };
  return { disk, readPart };
}

/** Tests the bucket. Returns the problem as one line that names the setting to change, or an empty list. */
export async function bucketProblems(place: S3Location): Promise<string[]> {
  const probe = `start-check-${randomBytes(6).toString('hex')}`;
  const { bucket, endpoint = `the region ${place.region}` } = place;
  try {
    const { disk } = await openBucket(place);
    await disk.put(probe, probe);
    await disk.delete(probe);
    return [];
  } catch (error) {
    const { name, message } = (error as Error).cause as Error;
    const messages: Record<string, string> = {
      NoSuchBucket: `S3_BUCKET: there is no bucket ${bucket} at ${endpoint}.`,
      InvalidAccessKeyId: `S3_ACCESS_KEY_ID does not exist at ${endpoint}.`,
      SignatureDoesNotMatch: `S3_SECRET_ACCESS_KEY is not the secret of S3_ACCESS_KEY_ID at ${endpoint}.`,
      AccessDenied: `S3_ACCESS_KEY_ID may not write to ${bucket}. It needs to get, put and delete objects.`,
      PermanentRedirect: `S3_REGION ${place.region} is not the region of ${bucket}.`,
      AuthorizationHeaderMalformed: `S3_REGION ${place.region} is not the region of ${bucket}.`,
    };
    return [messages[name] ?? `S3_ENDPOINT: ${bucket} can't be reached at ${endpoint} (${message || name}).`];
  }
}

function bucketStore(place: S3Location): FileStore {
  let opened: ReturnType<typeof openBucket> | undefined;
  const open = () => {
    opened ??= openBucket(place);
    return opened;
  };
  const disk = async () => (await open()).disk;
  const explained = <T>(work: () => Promise<T>) => explainErrors(bucketError, work);
  return {
    ...common(disk, explained),
    stream: (name, range) =>
      explained(async () => {
        const bucket = await open();
        return range ? bucket.readPart(name, range) : bucket.disk.getStream(name);
      }),
    put: (name, bytes) => explained(async () => (await disk()).put(name, bytes)),
    moveIn: (name, local) =>
      explained(async () => {
        const { size } = await stat(local);
        await (await disk()).putStream(name, createReadStream(local), { contentLength: size });
        await unlink(local);
      }),
    local: (name) =>
      explained(async () => {
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

/** The operations that both stores do in the same way. */
function common(
  disk: () => Promise<Disk>,
  explained: <T>(work: () => Promise<T>) => Promise<T>,
): Pick<FileStore, 'get' | 'exists' | 'size' | 'remove'> {
  return {
    get: (name) => explained(async () => Buffer.from(await (await disk()).getBytes(name))),
    exists: (name) => explained(async () => (await disk()).exists(name)),
    size: (name) => explained(async () => (await (await disk()).getMetaData(name)).contentLength),
    remove: (name) => explained(async () => (await disk()).delete(name)),
  };
}

async function explainErrors<T>(explain: (error: unknown) => Error, work: () => Promise<T>): Promise<T> {
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
  if (isDiskFull(cause)) return new ShopError('storage_full', 'The disk is full: pictures can’t be stored.');
  // Without the system's error code: other code takes ENOTDIR and the like for a lost database connection.
  return new Error(`Stored files can't be reached: ${cause.message}`, { cause: error });
}

/** The bucket is an external service, so any failure may be temporary. */
function bucketError(error: unknown): Error {
  const cause = causeOf(error);
  if (cause.name === 'NoSuchKey' || cause.name === 'NotFound') return notFound();
  return Object.assign(unavailable('Pictures are temporarily unavailable. Please try again.'), { cause });
}
