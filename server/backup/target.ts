import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from '../config.ts';
import { isBucketAddress, openBucket } from './bucket.ts';

/** Where backups are stored: a folder, or a bucket. */
export type BackupTarget = {
  /** The folder in which an archive is made before it is stored. */
  workFolder: string;
  /** Moves a file there under this name, all of it or nothing. Returns its address. */
  store(file: string, name: string): Promise<string>;
  list(): Promise<string[]>;
  remove(name: string): Promise<void>;
};

/** Where backups are stored unless another place is set. */
export const defaultTarget = ({ dataDir }: Pick<Config, 'dataDir'>) => path.join(dataDir, 'backups');

/**
 * Opens a folder, which is created if it does not exist, or `s3://bucket/prefix`. Throws a StartError if the bucket can't
 * be used, and a system error if the folder can't be.
 */
export async function openTarget(address: string, config: Config): Promise<BackupTarget> {
  const workFolder = isBucketAddress(address) ? defaultTarget(config) : address;
  await mkdir(workFolder, { recursive: true, mode: 0o700 });
  if (!isBucketAddress(address)) return folderTarget(address);
  const bucket = await openBucket(address, config);
  return {
    workFolder,
    async store(file, name) {
      await bucket.upload(file, name);
      return `${bucket.address}${name}`;
    },
    list: bucket.list,
    remove: bucket.remove,
  };
}

const folderTarget = (folder: string): BackupTarget => ({
  workFolder: folder,
  async store(file, name) {
    const stored = path.join(folder, name);
    await rename(file, stored);
    return stored;
  },
  list: () => readdir(folder),
  remove: (name) => rm(path.join(folder, name)),
});
