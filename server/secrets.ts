import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { ShopError } from './errors.ts';
import type { FileStore } from './media/files.ts';

type Files = Pick<FileStore, 'exists' | 'get' | 'put'>;

/** The key of the shop, among its files and therefore in its backups, but not in the database. */
const keyFile = 'private/secret.key';
const cipher = 'aes-256-gcm';
const ivBytes = 12;
const tagBytes = 16;

/**
 * Creates the key of the shop at its start if there is none. Only one process may do this at a time. While the bucket is
 * away the shop starts without, and the key is created with the first secret.
 */
export async function ensureShopKey(files: Files): Promise<void> {
  await createKey(files).catch((error: unknown) => {
    if (!(error instanceof ShopError) || error.code !== 'unavailable') throw error;
  });
}

async function createKey(files: Files): Promise<void> {
  if (!(await files.exists(keyFile))) await files.put(keyFile, randomBytes(32));
}

/** Encrypts a secret with the key of the shop. `context` names what it belongs to; only with it it can be decrypted. */
export async function encryptSecret(files: Files, secret: Uint8Array, context: string): Promise<Buffer> {
  await createKey(files);
  const iv = randomBytes(ivBytes);
  const sealing = createCipheriv(cipher, await files.get(keyFile), iv).setAAD(Buffer.from(context));
  const sealed = Buffer.concat([sealing.update(secret), sealing.final()]);
  return Buffer.concat([iv, sealing.getAuthTag(), sealed]);
}

/** Decrypts a secret. Throws if it was encrypted with another key or for another context. */
export async function decryptSecret(files: Files, stored: Buffer, context: string): Promise<Buffer> {
  const opening = createDecipheriv(cipher, await files.get(keyFile), stored.subarray(0, ivBytes))
    .setAAD(Buffer.from(context))
    .setAuthTag(stored.subarray(ivBytes, ivBytes + tagBytes));
  return Buffer.concat([opening.update(stored.subarray(ivBytes + tagBytes)), opening.final()]);
}
