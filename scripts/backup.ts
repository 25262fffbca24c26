// Makes a backup of the shop, running or not, and checks that it can be restored:
//   npm run backup -- [folder or s3://bucket/prefix]     (that of the settings if none is given)

import path from 'node:path';
import { makeBackup } from '../server/backup/backup.ts';
import { isBucketAddress } from '../server/backup/bucket.ts';
import { defaultRetention } from '../server/backup/retention.ts';
import { hasBackupSettings, readBackupSettings } from '../server/backup/settings-queries.ts';
import { defaultTarget } from '../server/backup/target.ts';
import { openDatabase } from '../server/db/database.ts';
import { explainStartError, StartError } from '../server/start-errors.ts';
import { printFindings, withShopDatabase } from './shop-database.ts';

try {
  await withShopDatabase(
    async (pool, config) => {
      const db = openDatabase(pool);
      // A backup before the first start of a new version has no settings yet.
      const settings = (await hasBackupSettings(db)) ? await readBackupSettings(db) : undefined;
      const given = process.argv[2] ?? (settings?.target || defaultTarget(config));
      const target = isBucketAddress(given) ? given : path.resolve(given);
      const request = { pool, config, target, retention: settings ?? defaultRetention, say: console.log };
      const { file, bytes, findings } = await makeBackup(request);
      console.log(`Backup made: ${file} (${(bytes / 1e6).toFixed(1)} MB)`);
      printFindings(findings);
      if (findings.length > 0)
        throw new StartError(
          'The backup is complete, but the audit found errors in the data. No older backup was deleted.',
        );
    },
    { mustExist: true },
  );
} catch (error) {
  console.error(explainStartError(error));
  process.exitCode = 1;
}
