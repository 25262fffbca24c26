// Restores a backup into an empty DATA_DIR, and into the empty database at DATABASE_URL if that is set:
//   npm run restore -- FILE                       (or s3://bucket/prefix/FILE)
//   npm run restore -- --at "2026-11-22 18:30"    (time in India, or latest: from WAL_ARCHIVE)

import { parseArgs } from 'node:util';
import { parseMoment, restorePointInTime } from '../server/backup/point-in-time.ts';
import { restoreBackup } from '../server/backup/restore.ts';
import { printFindings, readShopConfig } from '../server/backup/shop-database.ts';
import { commandLine } from '../server/runtime/command-line.ts';
import { explainStartError, StartError } from '../server/runtime/start-errors.ts';

try {
  const { file, at } = readSource();
  const config = readShopConfig();
  const findings = file
    ? await restoreBackup(file, config, console.log)
    : await restorePointInTime(parseMoment(at), config, console.log);
  printFindings(findings);
  console.log(
    `Start the shop: ${commandLine('start')}. At the first start it ends all sessions, skips the numbers of invoices and credit notes that may have been used after the backup, and asks the payment provider for later payments.`,
  );
  if (findings.length > 0) process.exitCode = 1;
} catch (error) {
  console.error(explainStartError(error));
  process.exitCode = 2;
}

/** The backup, or else the moment, that the arguments name. */
function readSource(): { file: string; at: string } {
  const usage = new StartError(
    `Name the backup:  ${commandLine('restore', 'haat-backup-….tar.gz')}   or a time in India:  ${commandLine('restore', '--at', '"2026-11-22 18:30"')}`,
  );
  try {
    const options = { at: { type: 'string' } } as const;
    const { values, positionals } = parseArgs({ options, allowPositionals: true });
    const [file = '', another] = positionals;
    const { at = '' } = values;
    if ((file === '') !== (at === '') && another === undefined) return { file, at };
  } catch {
    // An option that it does not have.
  }
  throw usage;
}
