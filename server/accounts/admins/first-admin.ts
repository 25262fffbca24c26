import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import type { Deps } from '../../deps.ts';
import { verifyPassword } from '../passwords/passwords.ts';
import { countAdmins, findFirstAdmin } from '../queries/admin-queries.ts';
import { randomPassword, setAdmin } from './admins.ts';

/** The generated password of the first admin, as stored in the data folder. */
const storedPassword = z.object({ email: z.string(), password: z.string() });
type StoredPassword = z.infer<typeof storedPassword>;

type Parts = { db: Deps['db']; config: Pick<Deps['config'], 'dataDir' | 'adminEmail' | 'adminPassword'> };

/**
 * Creates the first admin if there is none: from the configuration, else with a random password (contract §4), which
 * is stored in the data folder until an admin has signed in, so that each start until then can show it.
 * Returns the first admin until then; without a password if this data folder does not have the current one.
 * The caller ensures that only one process does this at a time.
 */
export async function ensureFirstAdmin({
  db,
  config,
}: Parts): Promise<{ email: string; password?: string } | undefined> {
  if ((await countAdmins(db)) === 0) {
    const email = (config.adminEmail ?? 'owner@haat.example').toLowerCase();
    const password = config.adminPassword ?? randomPassword();
    // Before the account, so that a start that is killed in between leaves no account with an unknown password.
    if (!config.adminPassword) await storePassword(config, { email, password });
    await setAdmin(db, email, password, { mustChangePassword: !config.adminPassword });
  }
  const firstAdmin = await findFirstAdmin(db);
  if (!firstAdmin?.email) {
    await deleteFirstPassword(config);
    return undefined;
  }
  const stored = await readPassword(config);
  const isCurrent =
    stored?.email === firstAdmin.email && (await verifyPassword(firstAdmin.passwordHash, stored.password));
  return isCurrent ? stored : { email: firstAdmin.email };
}

/** Call when an admin signs in: from then on, no start shows the first password. */
export async function deleteFirstPassword(config: Parts['config']): Promise<void> {
  await rm(passwordFile(config), { force: true });
}

async function storePassword(config: Parts['config'], password: StoredPassword): Promise<void> {
  await writeFile(passwordFile(config), JSON.stringify(password), { mode: 0o600, flush: true });
}

async function readPassword(config: Parts['config']): Promise<StoredPassword | undefined> {
  try {
    return storedPassword.parse(JSON.parse(await readFile(passwordFile(config), 'utf8')));
  } catch {
    // Missing or incomplete: the start then shows the address alone, and how to set another password.
    return undefined;
  }
}

const passwordFile = ({ dataDir }: Parts['config']) => path.join(dataDir, 'first-admin-password');
