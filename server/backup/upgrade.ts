import pg from 'pg';
import type { Config } from '../config.ts';
import { openDatabase, type Trx, transaction } from '../db/database.ts';
import { isMigrated, migrateIn } from '../db/migrate.ts';
import { withStartLock } from '../db/start-lock.ts';
import { type AuditFinding, auditRows } from '../reports/audit.ts';
import { explainStartError, StartError } from '../runtime/start-errors.ts';
import { type Backup, makeBackupAsSet } from './backup.ts';
import { assertKnownMigrations, assertRestoreFinished, hasTables } from './load-database.ts';
import type { DatabaseDump } from './manifest.ts';
import { assertCluster, assertStopped, onPool, withDatabase } from './restore.ts';

type Options = {
  /** Further checks of the upgraded database; an error undoes the upgrade. */
  check: (trx: Trx) => Promise<void>;
  say: (line: string) => void;
};

/**
 * Upgrades the database of a stopped shop, whose data folder is locked, to this version (decision 78): makes a backup,
 * for which all missing migrations run on a copy and the copy is audited; then the migrations, the audit and `check` run
 * in one transaction. Returns the names of the migrations, none if the database is of this version. Throws a StartError
 * with the reason if anything fails; the database is then as it was before.
 */
export async function upgradeDatabase(config: Config, { check, say }: Options): Promise<string[]> {
  if (!config.databaseUrl) assertCluster(config.dataDir);
  return withDatabase(config, async (url) => {
    await assertStopped(url);
    return onPool(url, async (pool) => {
      if (!(await hasTables(pool))) throw new StartError('The database holds no shop.');
      const db = openDatabase(pool);
      await assertRestoreFinished(db);
      const { rows: migrations } = await pool.query<DatabaseDump['migrations'][number]>(
        'select name, checksum from schema_migrations order by name',
      );
      await assertKnownMigrations({ migrations });
      if (await isMigrated(pool)) return [];
      const waiting = () => say('A start is preparing this database; waiting for it');
      return withStartLock(pool, waiting, () => upgradeAtOnce(pool, config, { check, say }));
    });
  });
}

async function upgradeAtOnce(pool: pg.Pool, config: Config, { check, say }: Options): Promise<string[]> {
  let backup: Backup | undefined;
  try {
    backup = await makeBackupAsSet(pool, config, { say });
    say(`Backup made: ${backup.file}`);
    assertClean(backup.findings, 'in a copy of the data with all migrations');
    return await transaction(openDatabase(pool), async (trx) => {
      const applied = await migrateIn(trx);
      if (applied.length > 0) say(`Applied ${applied.length} migrations: ${applied.join(', ')}`);
      assertClean(await auditRows(trx), 'after the migrations');
      say('The audit found no problems');
      await check(trx);
      return applied;
    });
  } catch (error) {
    const reason = error instanceof pg.DatabaseError ? error.message : explainStartError(error);
    const kept = backup ? ` The backup ${backup.file} stays.` : '';
    throw new StartError(
      `${reason}\nThe upgrade was undone: the database is as it was before, and the former version starts on it.${kept}`,
    );
  }
}

function assertClean(findings: AuditFinding[], where: string): void {
  if (findings.length === 0) return;
  const problems = findings.map(({ check, problem }) => `${check}: ${problem}`);
  throw new StartError([...problems, `The audit found these problems ${where}.`].join('\n'));
}
