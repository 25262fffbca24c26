// A process that makes a backup of the shop, running or not, and ends: that of npm run backup, and the nightly one.

import { commandLine, readArguments } from '../runtime/command-line.ts';
import { explainStartError, StartError } from '../runtime/start-errors.ts';
import { makeBackupAsSet } from './backup.ts';
import { isCurrentShop, print, printFindings, withShopDatabase } from './shop-database.ts';

try {
  const [given] = readArguments(commandLine('backup', '[folder or s3://bucket/prefix]'), 1);
  await withShopDatabase(
    async (pool, config) => {
      // One of an earlier version can be backed up.
      await isCurrentShop(pool, config);
      const request = { given, say: print };
      const { file, bytes, findings } = await makeBackupAsSet(pool, config, request);
      print(`Backup made: ${file} (${(bytes / 1e6).toFixed(1)} MB)`);
      printFindings(findings);
      if (findings.length > 0)
        throw new StartError(
          'The backup is complete, but the audit found errors in the data. No older backup was deleted.',
        );
    },
    { mustExist: true },
  );
} catch (error) {
  process.stderr.write(`${explainStartError(error)}\n`);
  process.exitCode = 1;
}
