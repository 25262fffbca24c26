import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import pg from 'pg';
import { databaseReason } from '../start-errors.ts';

const TIMEOUT_MS = 5_000;
const MIN_VERSION = 13;

/** The problems that prevent a start on this database, one line each with its solution. */
export async function databaseProblems(url: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: TIMEOUT_MS });
  client.on('error', () => {});
  try {
    await client.connect();
    return await findProblems(client);
  } catch (error) {
    return [`DATABASE_URL can't be used: ${databaseReason(error) ?? (error as Error).message}.`];
  } finally {
    await client.end().catch(() => {});
  }
}

/**
 * The reason why notifications of other processes do not arrive through this address, as one line, or nothing. Without
 * them, cached pages become old.
 */
export async function notificationProblems(url: string, timeoutMs = TIMEOUT_MS): Promise<string[]> {
  const connect = async () => {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: TIMEOUT_MS });
    client.on('error', () => {});
    await client.connect();
    return client;
  };
  const connections = await Promise.allSettled([connect(), connect()]);
  const clients = connections.flatMap((each) => (each.status === 'fulfilled' ? each.value : []));
  try {
    const [listener, sender] = clients;
    if (!listener || !sender) return ['DATABASE_URL does not allow two connections at a time.'];
    const channel = pg.escapeIdentifier(`haat_check_${randomUUID()}`);
    await listener.query(`listen ${channel}`);
    const arrived = once(listener, 'notification', { signal: AbortSignal.timeout(timeoutMs) }).then(
      () => [],
      () => [
        'Notifications (LISTEN and NOTIFY) do not arrive through DATABASE_URL, so pages would show old prices. A connection pooler in transaction mode loses them: use its session mode, or the address of PostgreSQL itself.',
      ],
    );
    await sender.query(`notify ${channel}`);
    return await arrived;
  } finally {
    await Promise.all(clients.map((client) => client.end()));
  }
}

async function findProblems(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{
    version: number;
    name: string;
    role: string;
    trigrams: 'installed' | 'available' | 'missing';
    isNew: boolean;
    mayCreate: boolean;
    mayFill: boolean;
  }>(
    `select current_setting('server_version_num')::int / 10000 as version,
       quote_ident(current_database()) as name, quote_ident(current_user) as role,
       case when exists (select from pg_extension where extname = 'pg_trgm') then 'installed'
         when exists (select from pg_available_extensions where name = 'pg_trgm') then 'available'
         else 'missing' end as trigrams,
       to_regclass('schema_migrations') is null as "isNew",
       has_database_privilege(current_database(), 'create') as "mayCreate",
       coalesce(has_schema_privilege(current_schema(), 'create'), false) as "mayFill"`,
  );
  const [database] = rows;
  if (!database) return [];
  const { version, name, role, trigrams, isNew, mayCreate, mayFill } = database;
  // Later starts do not need the right to create what the first start has created.
  return [
    version < MIN_VERSION && `DATABASE_URL is PostgreSQL ${version}; Haat needs ${MIN_VERSION} or newer.`,
    trigrams === 'missing' &&
      'The PostgreSQL at DATABASE_URL lacks the extension pg_trgm. Install the package postgresql-contrib.',
    isNew &&
      !mayCreate &&
      `The user of DATABASE_URL may not create schemas. Allow it: GRANT CREATE ON DATABASE ${name} TO ${role};`,
    isNew &&
      !mayFill &&
      `The user of DATABASE_URL may not create tables. Allow it: GRANT CREATE ON SCHEMA public TO ${role};`,
  ].filter((problem) => problem !== false);
}
