import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import pg from 'pg';
import type { Config } from '../config.ts';
import { databaseReason, StartError } from '../runtime/start-errors.ts';
import { startupOptions } from './database.ts';
import { aboutVariables } from './postgres-variables.ts';
import { connect, connectionTo } from './primary.ts';

const TIMEOUT_MS = 5_000;
const MIN_VERSION = 15;

type Setting = 'DATABASE_URL' | 'DIRECT_DATABASE_URL';

type Addresses = Partial<Pick<Config, 'databaseUrl' | 'directDatabaseUrl'>>;

/**
 * The problems that prevent a start on the database of these settings, one line each with its solution.
 */
export async function databaseProblems({ databaseUrl, directDatabaseUrl }: Addresses): Promise<string[]> {
  if (!databaseUrl) return [];
  if (!directDatabaseUrl)
    return checkWith(databaseUrl, 'DATABASE_URL', { options: startupOptions }, (client) =>
      findProblems(client, 'DATABASE_URL'),
    );
  const servers: (string | undefined)[] = [];
  const pooled = await checkWith(databaseUrl, 'DATABASE_URL', {}, async (client) => {
    servers.push(await nameServer(client));
    return [];
  });
  const direct = await checkWith(
    directDatabaseUrl,
    'DIRECT_DATABASE_URL',
    { options: startupOptions },
    async (client) => {
      servers.push(await nameServer(client));
      return findProblems(client, 'DIRECT_DATABASE_URL');
    },
  );
  const problems = [...pooled, ...direct];
  if (new Set(servers).size > 1)
    problems.push('DATABASE_URL and DIRECT_DATABASE_URL lead to different databases.');
  return problems;
}

async function checkWith(
  url: string,
  setting: Setting,
  more: pg.ClientConfig,
  check: (client: pg.Client) => Promise<string[]>,
): Promise<string[]> {
  let client: pg.Client | undefined;
  try {
    // It also throws for an address that can't be read.
    client = new pg.Client({ ...connectionTo(url), ...more, connectionTimeoutMillis: TIMEOUT_MS });
    await connect(client);
    return await check(client);
  } catch (error) {
    if (error instanceof StartError) return [`${setting}: ${error.message}`];
    return [
      `${setting} can't be used: ${databaseReason(error) ?? (error as Error).message}.${aboutVariables}`,
    ];
  } finally {
    await client?.end().catch(() => {});
  }
}

/** A text that no other database has. */
async function nameServer(client: pg.Client): Promise<string | undefined> {
  const { rows } = await client.query<{ name: string }>(
    `select extract(epoch from pg_postmaster_start_time()) || current_database() as name`,
  );
  return rows[0]?.name;
}

/**
 * The reason why notifications of other processes do not arrive through this address, as one line, or nothing. Without
 * them, cached pages become old.
 */
export async function notificationProblems(url: string, timeoutMs = TIMEOUT_MS): Promise<string[]> {
  const open = async () => {
    const client = new pg.Client({ ...connectionTo(url), connectionTimeoutMillis: TIMEOUT_MS });
    await connect(client);
    return client;
  };
  const connections = await Promise.allSettled([open(), open()]);
  const clients = connections.flatMap((connection) =>
    connection.status === 'fulfilled' ? connection.value : [],
  );
  try {
    const [listener, sender] = clients;
    if (!listener || !sender) return ['DATABASE_URL does not allow two connections at a time.'];
    const channel = pg.escapeIdentifier(`haat_check_${randomUUID()}`);
    await listener.query(`listen ${channel}`);
    const arrived = once(listener, 'notification', { signal: AbortSignal.timeout(timeoutMs) }).then(
      () => [],
      () => [
        'Notifications (LISTEN and NOTIFY) do not arrive through DATABASE_URL, so pages would show old prices. A connection pooler in transaction mode loses them: set DIRECT_DATABASE_URL to the address of PostgreSQL itself.',
      ],
    );
    await sender.query(`notify ${channel}`);
    return await arrived;
  } finally {
    await Promise.all(clients.map((client) => client.end()));
  }
}

async function findProblems(client: pg.Client, setting: Setting): Promise<string[]> {
  const { rows } = await client.query<{
    version: number;
    name: string;
    role: string;
    trigrams: 'installed' | 'available' | 'missing';
    isNew: boolean;
    mayCreate: boolean;
    mayFill: boolean;
    isSet: boolean;
  }>(
    `select current_setting('server_version_num')::int / 10000 as version,
       quote_ident(current_database()) as name, quote_ident(current_user) as role,
       case when exists (select from pg_extension where extname = 'pg_trgm') then 'installed'
         when exists (select from pg_available_extensions where name = 'pg_trgm') then 'available'
         else 'missing' end as trigrams,
       to_regclass('schema_migrations') is null as "isNew",
       has_database_privilege(current_database(), 'create') as "mayCreate",
       coalesce(has_schema_privilege(current_schema(), 'create'), false) as "mayFill",
       current_setting('statement_timeout') <> '0' as "isSet"`,
  );
  const [database] = rows;
  if (!database) return [];
  const { version, name, role, trigrams, isNew, mayCreate, mayFill, isSet } = database;
  // Later starts do not need the right to create what the first start has created.
  return [
    !isSet &&
      `${setting} leads to a connection pooler, which ignores the settings of a connection. Set DIRECT_DATABASE_URL to the address of PostgreSQL itself, too.`,
    version < MIN_VERSION && `${setting} is PostgreSQL ${version}; Haat needs ${MIN_VERSION} or newer.`,
    trigrams === 'missing' &&
      `The PostgreSQL at ${setting} lacks the extension pg_trgm. Install the package postgresql-contrib.`,
    isNew &&
      !mayCreate &&
      `The user of ${setting} may not create schemas. Allow it: GRANT CREATE ON DATABASE ${name} TO ${role};`,
    isNew &&
      !mayFill &&
      `The user of ${setting} may not create tables. Allow it: GRANT CREATE ON SCHEMA public TO ${role};`,
  ].filter((problem) => problem !== false);
}
