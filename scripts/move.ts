// Copies the database of a stopped shop to an empty one, in either direction:
//   npm run move -- postgres://user:password@host:5432/name
//   npm run move -- embedded

import { moveDatabase } from '../server/backup/restore.ts';
import { printFindings, readShopConfig } from '../server/backup/shop-database.ts';
import { databaseProblems } from '../server/db/check-database.ts';
import { splitAddress } from '../server/db/primary.ts';
import { commandLine, readArguments } from '../server/runtime/command-line.ts';
import { explainStartError, StartError } from '../server/runtime/start-errors.ts';

try {
  const names = `${commandLine('move', 'postgres://user:password@host:5432/name')}   or   ${commandLine('move', 'embedded')}`;
  const [target = ''] = readArguments(names, 1);
  if (target !== 'embedded') {
    if (!/^postgres(ql)?:\/\//.test(target) || !splitAddress(target).every((item) => URL.canParse(item)))
      throw new StartError(`Name the new database:  ${names}`);
    const problems = await databaseProblems({ databaseUrl: target });
    if (problems.length > 0)
      throw new StartError(
        problems.join('\n').replaceAll(/\bDATABASE_URL\b/g, 'The address of the new database'),
      );
  }
  const findings = await moveDatabase(target, readShopConfig(), console.log);
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
