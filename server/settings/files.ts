import type { BucketAccess, FileSettings } from '../../shared/contract/settings.ts';
import { type Config, fixedBy } from '../config.ts';
import { recordAudit } from '../db/audit-log.ts';
import { transaction } from '../db/database.ts';
import type { Admin, Deps } from '../deps.ts';
import { badField, badGateway } from '../errors.ts';
import { bucketProblems } from '../media/media.ts';
import { reloadSettings, requireFree, storeSettings } from './stored.ts';

/** Where files are stored, and the access to buckets with backups, as an admin sees and changes them. */
export function fileSettingsAdmin(deps: Deps, admin: Admin) {
  const { db, config } = deps;

  return {
    getFileSettings: () => presentFiles(config),

    /** Writes a file where pictures are stored and removes it. 502 with the reason if that fails. */
    async testFiles(): Promise<void> {
      const problem = config.s3
        ? (await bucketProblems(config.s3))[0]
        : (await deps.disk.isWritable())
          ? undefined
          : `The folder ${config.dataDir} can’t be written. Free some space, or give it to the user of the shop.`;
      if (problem) throw badGateway(problem);
    },

    /** Changes the access to buckets with backups. 400 if the secret key is missing, 409. */
    async setBackupBucket({ secretAccessKey, ...access }: BucketAccess): Promise<FileSettings> {
      requireFree(config, 'backups');
      const stored = config.backupS3?.accessKeyId === access.keyId ? config.backupS3 : undefined;
      const secret = secretAccessKey ?? stored?.secretAccessKey;
      if (!secret) throw badField('secretAccessKey', 'The secret key is required');
      await transaction(db, async (trx) => {
        await storeSettings(deps, trx, 'backups', {
          BACKUP_S3_REGION: access.region || undefined,
          BACKUP_S3_ENDPOINT: access.endpoint || undefined,
          BACKUP_S3_ACCESS_KEY_ID: access.keyId,
          BACKUP_S3_SECRET_ACCESS_KEY: secret,
        });
        await recordAudit(trx, admin, { action: 'backup.bucket', subject: access.keyId });
      });
      await reloadSettings(deps);
      return presentFiles(config);
    },
  };
}

function presentFiles(config: Config): FileSettings {
  const { s3, backupS3, dataDir } = config;
  return {
    store: s3 ? 'bucket' : 'folder',
    where: s3 ? s3.bucket : `${dataDir}/files`,
    backups: {
      fixedBy: fixedBy(config, 'backups') ?? null,
      region: backupS3?.region ?? '',
      endpoint: backupS3?.endpoint ?? '',
      keyId: backupS3?.accessKeyId ?? '',
    },
  };
}
