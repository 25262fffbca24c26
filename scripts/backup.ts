// Makes a backup of the shop, running or not, and checks that it can be restored:
//   npm run backup -- [folder or s3://bucket/prefix]     (DATA_DIR/backups if none is given)

import path from 'node:path';
import { makeBackup } from '../server/backup/backup.ts';
import { isBucketAddress } from '../server/backup/bucket.ts';
import { defaultTarget } from '../server/backup/target.ts';
import { explainStartError, StartError } from '../server/start-errors.ts';
import { printFindings, withShopDatabase } from './shop-database.ts';

try {
  await withShopDatabase(
    async (pool, config) => {
      const [given = defaultTarget(config)] = process.argv.slice(2);
      const target = isBucketAddress(given) ? given : path.resolve(given);
      const { file, bytes, findings } = await makeBackup({ pool, config, target, say: console.log });
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
