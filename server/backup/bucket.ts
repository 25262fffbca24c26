import { createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { S3Client } from '@aws-sdk/client-s3';
import type { Config } from '../config.ts';
import { StartError } from '../runtime/start-errors.ts';

/** An object has at most 10,000 parts: backups of up to 160 GB. */
const PART_BYTES = 16 * 1024 * 1024;
const ADDRESS = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/(.*?))?\/*$/;

/** Files of a bucket whose names begin with a prefix. Every function throws a StartError if the bucket can't be used. */
export type Bucket = {
  /** `s3://bucket/prefix/`. */
  address: string;
  /** Stores a file under this name, all of it or nothing. */
  upload(file: string, name: string): Promise<void>;
  download(name: string, file: string): Promise<void>;
  /** The names directly below the prefix. */
  list(): Promise<string[]>;
  /** All names, also in folders below the prefix, with their sizes in bytes. */
  listDeep(): Promise<Map<string, number>>;
  remove(name: string): Promise<void>;
};

export const isBucketAddress = (address: string) => address.startsWith('s3://');

/**
 * Opens `s3://bucket/prefix` with the settings BACKUP_S3_…, or else S3_…. Throws a StartError if they are missing or the
 * address is not valid.
 */
export async function openBucket(address: string, { backupS3 }: Pick<Config, 'backupS3'>): Promise<Bucket> {
  const [, bucket, folder = ''] = address.match(ADDRESS) ?? [];
  if (!bucket) throw new StartError(`${address} is not an address like s3://bucket/prefix.`);
  if (!backupS3)
    throw new StartError(
      'A backup in a bucket needs BACKUP_S3_ACCESS_KEY_ID and BACKUP_S3_SECRET_ACCESS_KEY, or the S3_… settings.',
    );
  const { region, endpoint, accessKeyId, secretAccessKey } = backupS3;
  // Imported only when needed: the client is large.
  const sdk = await import('@aws-sdk/client-s3');
  const client = new sdk.S3Client({
    region,
    credentials: { accessKeyId, secretAccessKey },
    ...(endpoint && { endpoint, forcePathStyle: true }),
    requestHandler: { connectionTimeout: 5_000, socketTimeout: 60_000 },
    // Not every provider of buckets knows the checksums that the client adds otherwise.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  const prefix = folder && `${folder}/`;
  const objectOf = (name: string) => ({ Bucket: bucket, Key: `${prefix}${name}` });
  const explained = <T>(work: () => Promise<T>): Promise<T> =>
    work().catch((error: Error) => {
      const reason = error.name === error.message ? error.name : `${error.name}: ${error.message}`;
      throw new StartError(`The bucket of ${address} can't be used (${reason}).`);
    });
  async function* objects(options: { Delimiter?: string } = {}) {
    const pages = sdk.paginateListObjectsV2({ client }, { Bucket: bucket, Prefix: prefix, ...options });
    for await (const { Contents = [] } of pages)
      for (const { Key, Size = 0 } of Contents) {
        const name = Key?.slice(prefix.length);
        if (name) yield { name, size: Size };
      }
  }
  return {
    address: `s3://${bucket}/${prefix}`,
    upload: (file, name) => explained(() => uploadParts(client, sdk, objectOf(name), file)),
    download: (name, file) =>
      explained(async () => {
        const { Body } = await client.send(new sdk.GetObjectCommand(objectOf(name)));
        if (!(Body instanceof Readable)) throw new Error(`${name} is empty`);
        await pipeline(Body, createWriteStream(file, { mode: 0o600, flush: true }));
      }),
    list: () =>
      explained(async () => {
        const names: string[] = [];
        for await (const { name } of objects({ Delimiter: '/' })) names.push(name);
        return names;
      }),
    listDeep: () =>
      explained(async () => {
        const sizes = new Map<string, number>();
        for await (const { name, size } of objects()) sizes.set(name, size);
        return sizes;
      }),
    remove: (name) =>
      explained(async () => {
        await client.send(new sdk.DeleteObjectCommand(objectOf(name)));
      }),
  };
}

/** Uploads a file in parts. The object appears when all have arrived; after an error nothing is left. */
async function uploadParts(
  client: S3Client,
  sdk: typeof import('@aws-sdk/client-s3'),
  object: { Bucket: string; Key: string },
  file: string,
): Promise<void> {
  const { UploadId } = await client.send(new sdk.CreateMultipartUploadCommand(object));
  const handle = await open(file);
  try {
    const { size } = await handle.stat();
    const Parts: { PartNumber: number; ETag: string | undefined }[] = [];
    for (let position = 0; position < size; position += PART_BYTES) {
      const Body = Buffer.alloc(Math.min(PART_BYTES, size - position));
      const { bytesRead } = await handle.read(Body, 0, Body.length, position);
      if (bytesRead < Body.length) throw new Error(`${file} could not be read`);
      const PartNumber = Parts.length + 1;
      const { ETag } = await client.send(
        new sdk.UploadPartCommand({ ...object, UploadId, PartNumber, Body }),
      );
      Parts.push({ PartNumber, ETag });
    }
    await client.send(
      new sdk.CompleteMultipartUploadCommand({ ...object, UploadId, MultipartUpload: { Parts } }),
    );
  } catch (error) {
    // If this fails too, the first error is the one to report.
    await client.send(new sdk.AbortMultipartUploadCommand({ ...object, UploadId })).catch(() => {});
    throw error;
  } finally {
    await handle.close();
  }
}
