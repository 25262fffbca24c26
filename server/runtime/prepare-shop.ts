import type pg from 'pg';
import { ensureFirstAdmin } from '../accounts/admins/first-admin.ts';
import { renewTotpSecrets } from '../accounts/prove.ts';
import { prepareRestored } from '../backup/after-restore.ts';
import { assertRestoreFinished } from '../backup/load-database.ts';
import { renderDescriptions } from '../catalogue/catalogue.ts';
import type { Config } from '../config.ts';
import { renderPolicies } from '../content/content.ts';
import { isUnseeded, seedEmpty } from '../content/seed.ts';
import { renewCourierSecrets } from '../couriers/couriers.ts';
import { type Database, openPool, setTimeoutsOfRole } from '../db/database.ts';
import { migrate } from '../db/migrate.ts';
import { withStartLock } from '../db/start-lock.ts';
import { startJobs } from '../jobs/jobs.ts';
import type { FileStore } from '../media/files.ts';
import { renewPushKey } from '../notifications/notifications.ts';
import { choosePayments, openSandbox } from '../provider/choose.ts';
import { addStoredSettings, renewStoredSettings } from '../settings/settings.ts';
import type { Log } from './log.ts';
import { ensureShopKey } from './secrets.ts';

type Parts = {
  config: Config;
  pool: pg.Pool;
  databaseUrl: string;
  db: Database;
  files: FileStore;
  log: Log;
  say: (line: string) => void;
};

/**
 * Migrates the database, fills it at the first start, renders the rich text of earlier versions, and creates the first
 * admin, the sandbox keys and the job queues. A restored shop is prepared for what it does not know. If several
 * processes start on one database, one does this while the others wait. Throws a StartError if a restore of the database
 * did not finish. Returns the stored pictures that the first visitors will request, if it has just filled the shop.
 */
export async function prepareShop(parts: Parts) {
  const { config, pool, databaseUrl, db, files, log, say } = parts;
  const directUrl = config.directDatabaseUrl ?? databaseUrl;
  const waiting = () => say('Another start is preparing this database; waiting for it');
  // The locks of a start end with their session, which a connection pooler does not keep.
  const direct = openPool(directUrl, 2);
  const prepare = async () => {
    if (config.directDatabaseUrl) await setTimeoutsOfRole(direct);
    await assertRestoreFinished(db);
    const applied = await migrate(direct);
    if (applied.length > 0) say(`Database: ${applied.length} migrations applied`);
    const pictures = (await isUnseeded(db)) ? await seed(parts) : [];
    await renderDescriptions(db);
    await renderPolicies(db);
    const admin = await ensureFirstAdmin({ db, config });
    await ensureShopKey(files);
    await renewTotpSecrets({ config, db, files });
    await renewCourierSecrets({ config, db, files });
    await renewPushKey({ config, db, files });
    await renewStoredSettings({ config, db, files });
    await addStoredSettings({ config, db, files });
    const payments = await choosePayments(db, config);
    const sandbox = await openSandbox(db, config);
    const queue = await startJobs(directUrl, log);
    await prepareRestored({ db, jobs: queue.jobs, say }, new Date());
    return { pictures, admin, payments, sandbox, queue };
  };
  return withStartLock(direct, waiting, prepare, () => pool.ending).finally(() => direct.end());
}

async function seed({ config, db, files, say }: Parts): Promise<string[]> {
  if (config.seed === 'empty') {
    await seedEmpty({ db });
    return [];
  }
  say('Filling the demo shop …');
  const { seedDemo } = await import('../../demo/seed.ts');
  return (await seedDemo({ db, files, log: say })).pictures;
}
