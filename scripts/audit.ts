// Checks the books of the shop, running or not, and lists the discrepancies:
//   npm run audit

import { isCurrentShop, printFindings, withShopDatabase } from '../server/backup/shop-database.ts';
import { openDatabase } from '../server/db/database.ts';
import { createFileStore } from '../server/media/files.ts';
import { audit } from '../server/reports/audit.ts';
import { commandLine, readArguments } from '../server/runtime/command-line.ts';
import { explainStartError, StartError } from '../server/runtime/start-errors.ts';

try {
  readArguments(commandLine('audit'), 0);
  await withShopDatabase(
    async (pool, config) => {
      if (!(await isCurrentShop(pool, config))) {
        throw new StartError(
          'The database belongs to another version of the shop. Start the shop once, then run the audit again.',
        );
      }
      const startedAt = performance.now();
      const findings = await audit(openDatabase(pool), createFileStore(config));
      const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
      printFindings(findings, ` (checked in ${seconds} s)`);
      if (findings.length > 0) process.exitCode = 1;
    },
    { mustExist: true },
  );
} catch (error) {
  console.error(explainStartError(error));
  process.exitCode = 2;
}
