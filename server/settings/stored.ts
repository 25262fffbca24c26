import { isDeepStrictEqual } from 'node:util';
import {
  applyStored,
  type Config,
  fixedBy,
  namesOfFree,
  type StoredGroup,
  type StoredValues,
} from '../config.ts';
import { type Database, type Trx, transaction } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import { badRequest, conflict } from '../errors.ts';
import { choosePayments } from '../provider/provider.ts';
import { decryptSecret, encryptSecret, renewSecret } from '../runtime/secrets.ts';
import { StartError } from '../runtime/start-errors.ts';
import * as queries from './queries.ts';

type Keys = Pick<Deps, 'config' | 'files'>;
type Parts = Keys & { db: Database };

const contextOf = (name: string) => `setting ${name}`;

/**
 * Completes the configuration of a process or command with the settings that admins entered (contract §6). Throws a
 * StartError if they can't be decrypted or used.
 */
export async function addStoredSettings({ config, db, files }: Parts): Promise<void> {
  const problem = applyStored(config, await readStored({ config, db, files }));
  if (problem)
    throw new StartError(
      `A setting that was entered in the back office can't be used: ${problem}. Correct it with an environment variable of that name.`,
    );
}

/** Reads and decrypts all stored settings. */
async function readStored({ config, db, files }: Parts): Promise<StoredValues> {
  const values: StoredValues = {};
  const free = namesOfFree(config);
  for (const { name, value } of await queries.listStored(db)) {
    if (!free.includes(name)) continue;
    const secret = await decryptSecret({ config, files }, value, contextOf(name)).catch((cause: unknown) => {
      throw new StartError(
        `${name}, which was entered in the back office, can't be decrypted. Set SECRETS_KEY to the key of the shop, or ${name} itself as an environment variable.`,
        { cause },
      );
    });
    values[name] = secret.toString();
  }
  return values;
}

/** Encrypts the stored settings with the current key, if another one encrypted them (decision 114). */
export async function renewStoredSettings({ config, db, files }: Parts): Promise<void> {
  for (const stored of await queries.listStored(db)) {
    const renewed = await renewSecret({ config, files }, stored.value, contextOf(stored.name));
    if (renewed) await transaction(db, (trx) => queries.saveStored(trx, { ...stored, value: renewed }));
  }
}

/** Puts the stored settings into effect in this process, after one of them changed in any process. */
export async function reloadSettings(
  deps: Pick<Deps, 'config' | 'db' | 'files' | 'payments'>,
): Promise<void> {
  const { config, db, payments } = deps;
  const before = config.payments;
  await addStoredSettings(deps);
  // A new client would forget that the provider is failing.
  if (!isDeepStrictEqual(before, config.payments)) Object.assign(payments, await choosePayments(db, config));
}

/**
 * Checks and stores entered settings; those that are undefined are removed. `reloadSettings` puts them into effect
 * afterwards. 409 if the environment fixes their group, 400 if they are not valid.
 */
export async function storeSettings(
  deps: Pick<Deps, 'config' | 'db' | 'files' | 'clock'>,
  trx: Trx,
  group: StoredGroup,
  values: StoredValues,
): Promise<void> {
  requireFree(deps.config, group);
  const others = await readStored(deps);
  const problem = applyStored({ ...deps.config }, definedOf({ ...others, ...values }));
  if (problem) throw badRequest(problem);
  const removed = Object.keys(values).filter((name) => values[name] === undefined);
  if (removed.length > 0) await queries.deleteStored(trx, removed);
  for (const [name, text] of Object.entries(definedOf(values))) {
    const value = await encryptSecret(deps, Buffer.from(text), contextOf(name));
    await queries.saveStored(trx, { name, value, updatedAt: deps.clock.now() });
  }
}

const definedOf = (values: StoredValues): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );

/** 409 if the environment fixes this group of settings. */
export function requireFree(config: Config, group: StoredGroup): void {
  const variable = fixedBy(config, group);
  if (variable)
    throw conflict(
      'conflict',
      `These settings are fixed outside of the shop by the environment variable ${variable}. Remove it there first.`,
    );
}
