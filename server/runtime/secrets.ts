import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { Config } from '../config.ts';
import { ShopError } from '../errors.ts';
import type { FileStore } from '../media/files.ts';

type Files = Pick<FileStore, 'exists' | 'get' | 'put'>;
/** Where keys are: in the settings, or among the files. */
type Keys = { config: Pick<Config, 'secretsKeys'>; files: Files };

/** The key of a shop without SECRETS_KEY, among its files and therefore in its backups, but not in the database. */
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
export async function encryptSecret(
  { config, files }: Keys,
  secret: Uint8Array,
  context: string,
): Promise<Buffer> {
  const [configured] = config.secretsKeys;
  if (!configured) await createKey(files);
  const iv = randomBytes(ivBytes);
  const sealing = createCipheriv(cipher, configured ?? (await files.get(keyFile)), iv).setAAD(
    Buffer.from(context),
  );
  const sealed = Buffer.concat([sealing.update(secret), sealing.final()]);
  return Buffer.concat([iv, sealing.getAuthTag(), sealed]);
}

/**
 * Decrypts a secret: with SECRETS_KEY, SECRETS_KEY_PREVIOUS or the key among the files, so that keys can be replaced
 * (decision 114). Throws if it was encrypted with another key or for another context.
 */
export async function decryptSecret(
  { config, files }: Keys,
  stored: Buffer,
  context: string,
): Promise<Buffer> {
  for (const key of config.secretsKeys) {
    const secret = open(key, stored, context);
    if (secret) return secret;
  }
  const secret = (await files.exists(keyFile)) && open(await files.get(keyFile), stored, context);
  if (!secret) throw new Error('a secret was encrypted with a key that the shop does not have');
  return secret;
}

/**
 * A secret encrypted with the current key; undefined if it is already, or if no key of the shop opens it. For the start
 * of the shop after its key was replaced.
 */
export async function renewSecret(keys: Keys, stored: Buffer, context: string): Promise<Buffer | undefined> {
  const [current] = keys.config.secretsKeys;
  if (!current || open(current, stored, context)) return undefined;
  // It stays, in case its key is set again; whoever needs it gets the error.
  const secret = await decryptSecret(keys, stored, context).catch(() => undefined);
  return secret && encryptSecret(keys, secret, context);
}

function open(key: Buffer, stored: Buffer, context: string): Buffer | undefined {
  const opening = createDecipheriv(cipher, key, stored.subarray(0, ivBytes))
    .setAAD(Buffer.from(context))
    .setAuthTag(stored.subarray(ivBytes, ivBytes + tagBytes));
  try {
    return Buffer.concat([opening.update(stored.subarray(ivBytes + tagBytes)), opening.final()]);
  } catch {
    return undefined;
  }
}
