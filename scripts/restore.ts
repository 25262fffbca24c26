// Restores a backup into an empty DATA_DIR, and into the empty database at DATABASE_URL if that is set:
//   npm run restore -- FILE          (or s3://bucket/prefix/FILE)

import { restoreBackup } from '../server/backup/restore.ts';
import { readConfig } from '../server/config.ts';
import { explainStartError, StartError } from '../server/start-errors.ts';
import { printFindings } from './shop-database.ts';

try {
  const [file] = process.argv.slice(2);
  if (!file) throw new StartError('Name the backup:  npm run restore -- haat-backup-….tar.gz');
  const findings = await restoreBackup(file, readConfig(), console.log);
  printFindings(findings);
  console.log(
    'Start the shop with npm start. At the first start it ends all sessions, skips the numbers of invoices and credit notes that may have been used after the backup, and asks the payment provider for later payments.',
  );
  if (findings.length > 0) process.exitCode = 1;
} catch (error) {
  console.error(explainStartError(error));
  process.exitCode = 2;
}
