// The part of npm run upgrade that needs the packages: upgrades the data of a stopped shop, or changes nothing.
import { upgradeDatabase } from '../server/backup/upgrade.ts';
import { checkConfig } from '../server/config.ts';
import type { Trx } from '../server/db/database.ts';
import { commandLine } from '../server/runtime/command-line.ts';
import { checkStart } from '../server/runtime/start-checks.ts';
import { explainStartError, StartError } from '../server/runtime/start-errors.ts';
import { checkAll, listConditions } from './check-shop.ts';

try {
  await checkSurroundings();
  const checked = checkConfig();
  const lock = await checkStart(checked);
  const { config } = checked;
  const check = async (trx: Trx) => {
    for (const condition of await listConditions(trx, config)) console.log(`warning  ${condition}`);
  };
  const applied = await upgradeDatabase(config, { check, say: console.log }).finally(lock.release);
  console.log(
    applied.length > 0
      ? `The data is upgraded. Start the shop: ${commandLine('start')}`
      : `The data is of this version already. Start the shop: ${commandLine('start')}`,
  );
} catch (error) {
  console.error(explainStartError(error));
  process.exitCode = 1;
}

/** The checks of npm run doctor that need no database. */
async function checkSurroundings(): Promise<void> {
  const results = await checkAll({ database: false });
  const problems = results
    .filter(([level]) => level !== 'ok')
    .map(([level, line]) => `${level.padEnd(7)}  ${line}`);
  for (const problem of problems) console.log(problem);
  if (results.some(([level]) => level === 'error'))
    throw new StartError('Nothing was changed. Correct the errors, then upgrade again.');
}
