// Restores a backup into an empty DATA_DIR, and into the empty database at DATABASE_URL if that is set:
//   npm run restore -- FILE                       (or s3://bucket/prefix/FILE)
//   npm run restore -- --at "2026-11-22 18:30"    (time in India, or latest: from WAL_ARCHIVE)
// With --copy, the restored shop acts for nobody: the shop of the backup goes on.

import { parseArgs } from 'node:util';
import { parseMoment, restorePointInTime } from '../server/backup/point-in-time.ts';
import { restoreBackup } from '../server/backup/restore.ts';
import { printFindings, readShopConfig } from '../server/backup/shop-database.ts';
import { commandLine } from '../server/runtime/command-line.ts';
import { explainStartError, StartError } from '../server/runtime/start-errors.ts';

try {
  const { file, at, isCopy } = readSource();
  const config = readShopConfig();
  const findings = file
    ? await restoreBackup(file, config, console.log, { isCopy })
    : await restorePointInTime(parseMoment(at), config, console.log, { isCopy });
  printFindings(findings);
  console.log(
    isCopy
      ? `Start the copy with PAYMENTS=sandbox: ${commandLine('start')}. It has no keys, mail server, couriers and subscriptions of the shop, unless environment variables set them.`
      : `Start the shop: ${commandLine('start')}. At the first start it ends all sessions, skips the numbers of invoices and credit notes that may have been used after the backup, and asks the payment provider for later payments. It takes payments and sends mails as the shop of the backup did, so that one must not run any more. To try a restore beside it, add --copy.`,
  );
  if (findings.length > 0) process.exitCode = 1;
} catch (error) {
  console.error(explainStartError(error));
  process.exitCode = 2;
}

/** The backup, or else the moment, that the arguments name. */
function readSource(): { file: string; at: string; isCopy: boolean } {
  const usage = new StartError(
    `Name the backup:  ${commandLine('restore', 'haat-backup-….tar.gz')}   or a time in India:  ${commandLine('restore', '--at', '"2026-11-22 18:30"')}`,
  );
  try {
    const options = { at: { type: 'string' }, copy: { type: 'boolean' } } as const;
    const { values, positionals } = parseArgs({ options, allowPositionals: true });
    const [file = '', another] = positionals;
    const { at = '', copy: isCopy = false } = values;
    if ((file === '') !== (at === '') && another === undefined) return { file, at, isCopy };
  } catch {
    // An option that it does not have.
  }
  throw usage;
}
