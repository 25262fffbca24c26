// Makes a backup of the shop, running or not, and checks that it can be restored:
//   npm run backup -- [folder or s3://bucket/prefix]     (that of the settings if none is given)

import { makeBackupAsSet } from '../server/backup/backup.ts';
import { commandLine, readArguments } from '../server/command-line.ts';
import { explainStartError, StartError } from '../server/start-errors.ts';
import { isCurrentShop, printFindings, withShopDatabase } from './shop-database.ts';

try {
  const [given] = readArguments(commandLine('backup', '[folder or s3://bucket/prefix]'), 1);
  await withShopDatabase(
    async (pool, config) => {
      // One of an earlier version can be backed up.
      await isCurrentShop(pool, config);
      const request = { given, say: console.log };
      const { file, bytes, findings } = await makeBackupAsSet(pool, config, request);
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
