// Copies the database of a stopped shop to an empty one, in either direction:
//   npm run move -- postgres://user:password@host:5432/name
//   npm run move -- embedded

import { moveDatabase } from '../server/backup/restore.ts';
import { commandLine } from '../server/command-line.ts';
import { readConfig } from '../server/config.ts';
import { explainStartError, StartError } from '../server/start-errors.ts';
import { printFindings } from './shop-database.ts';

try {
  const [target = ''] = process.argv.slice(2);
  if (target !== 'embedded' && !/^postgres(ql)?:\/\//.test(target))
    throw new StartError(
      `Name the new database:  ${commandLine('move', 'postgres://…')}   or   ${commandLine('move', 'embedded')}`,
    );
  const findings = await moveDatabase(target, readConfig(), console.log);
  printFindings(findings);
  console.log(
    target === 'embedded'
      ? 'Remove DATABASE_URL, then start the shop. The former database is unchanged.'
      : 'Set DATABASE_URL to this address, then start the shop. The former database keeps its data and no longer starts.',
  );
  if (findings.length > 0) process.exitCode = 1;
} catch (error) {
  console.error(explainStartError(error));
  process.exitCode = 2;
}
