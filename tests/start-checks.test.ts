// Slow: `npm run check` leaves this file out.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { databaseProblems } from '../server/db/check-database.ts';
import { createTestDatabase } from './support/database.ts';
import { longIt, longRun } from './support/long-run.ts';

describe('a start that can’t succeed', () => {
  it('lists every problem on its own line before it does any work', async () => {
    const port = await listen(() => {});
    const file = path.join(tmpdir(), `haat-file-${process.pid}`);
    await writeFile(file, '');
    const { code, output } = await start({
      PORT: String(port),
      DATA_DIR: path.join(file, 'var'),
      ADMIN_EMAIL: 'owner@example.in',
      ADMIN_PASSWORD: 'password12345',
      DATABASE_URL: 'postgres://haat:secret@nowhere.invalid/haat',
      S3_BUCKET: 'pictures',
      S3_ENDPOINT: 'http://127.0.0.1:9',
      S3_ACCESS_KEY_ID: 'key',
      S3_SECRET_ACCESS_KEY: 'secret',
      SEED: 'some',
    });
    expect(output.trimEnd().split('\n')).toEqual([
      'Haat does not start:',
      '  SEED must be one of: demo, empty',
      "  ADMIN_PASSWORD can't be used: This password is too common. Choose one that is harder to guess.",
      expect.stringMatching(/^ {2}The data folder .*\/var can't be used: .*\. Set DATA_DIR\.$/),
      `  PORT ${port} is already in use on 127.0.0.1. Stop the other program, or set PORT to another number.`,
      "  DATABASE_URL can't be used: its host name is unknown.",
      expect.stringMatching(/^ {2}S3_ENDPOINT: pictures can't be reached at http:\/\/127\.0\.0\.1:9 \(/),
    ]);
    expect(code).toBe(1);
  });

  it('says that variables of PostgreSQL have no effect (T-CRS-92)', async () => {
    const variables = { PGPASSWORD: 'secret', PGSSLMODE: 'disable' };
    const { output } = await start({ ...variables, DATABASE_URL: 'postgres://haat@127.0.0.1:9/haat' });
    expect(output).toContain('no server is listening there. PGPASSWORD, PGSSLMODE have no effect here.');
    expect(output).not.toContain('secret');
  });

  it.each(longRun ? ['prefer', 'require', 'verify-ca', 'verify-full', 'no-verify'] : ['require'])(
    'says what to do if PGSSLMODE is %s and an address names no sslmode (T-CRS-93)',
    async (PGSSLMODE) => {
      const { code, output } = await start({
        PGSSLMODE,
        DATABASE_URL: 'postgres://haat:x@127.0.0.1:9/haat?sslmode=disable',
        DIRECT_DATABASE_URL: 'postgres://haat:x@127.0.0.1:9,127.0.0.1:10/haat?application_name=sslmode',
      });
      const advice = `PGSSLMODE has no effect: add sslmode=${PGSSLMODE} to the address of the database on 127.0.0.1, or sslmode=disable if it needs no TLS.`;
      expect(output.trimEnd().split('\n').slice(1)).toEqual([
        expect.stringMatching(/^ {2}DATABASE_URL can't be used: no server is listening there\./),
        `  DIRECT_DATABASE_URL: ${advice}`,
      ]);
      expect(code).toBe(1);
    },
  );

  longIt('distinguishes a wrong HOST from a wrong DATABASE_URL', async () => {
    const { output } = await start({ HOST: '192.0.2.1', DATABASE_URL: 'postgres://haat@127.0.0.1:9/haat' });
    expect(output).toContain('  HOST 192.0.2.1 is not an address of this machine.');
    expect(output).toContain("  DATABASE_URL can't be used: no server is listening there.");
  });
});

describe('the check of the database', () => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>;
  beforeAll(async () => {
    database = await createTestDatabase('template1');
  });
  afterAll(() => database.drop());

  it('reports nothing for a valid database', async () => {
    expect(await databaseProblems({ databaseUrl: database.url })).toEqual([]);
  });

  it('reports a server without TLS', async () => {
    const port = await listen((socket) => socket.once('data', () => socket.end('N')));
    const url = `postgres://haat:x@127.0.0.1:${port}/haat?sslmode=verify-full`;
    expect(await databaseProblems({ databaseUrl: url })).toEqual([
      expect.stringContaining('it does not support TLS; remove sslmode'),
    ]);
  });

  it('names the solution for a connection pooler', async () => {
    const fields = 'SFATAL\0C08P01\0Munsupported startup parameter: options\0\0';
    const refusal = Buffer.from(`E\0\0\0${String.fromCharCode(4 + fields.length)}${fields}`, 'latin1');
    const port = await listen((socket) => socket.once('data', () => socket.end(refusal)));
    expect(await databaseProblems({ databaseUrl: `postgres://haat:x@127.0.0.1:${port}/haat` })).toEqual([
      expect.stringMatching(
        /^DATABASE_URL can't be used: it is a connection pooler; set DIRECT_DATABASE_URL/,
      ),
    ]);
  });

  it.each([
    ['password', 'nonsense', 'the password is wrong'],
    ['pathname', '/nonsense', 'the database does not exist'],
  ] as const)('reports a wrong %s', async (part, value, reason) => {
    const wrong = Object.assign(new URL(database.url), { [part]: value });
    expect(await databaseProblems({ databaseUrl: wrong.href })).toEqual([
      `DATABASE_URL can't be used: ${reason}.`,
    ]);
  });

  it.each([
    [
      'a password that is not encoded',
      'postgres://haat:100%E0s@127.0.0.1/haat',
      /special character .*write % as %25/,
    ],
    [
      'a missing certificate',
      'postgres://haat@127.0.0.1/haat?sslrootcert=/nonexistent/ca.pem',
      /the file \/nonexistent\/ca\.pem, which it names, can't be read/,
    ],
    [
      'a missing socket',
      'postgres://haat@localhost/haat?host=/nonexistent',
      /the socket folder does not exist/,
    ],
  ])('says what is wrong with %s (T-CRS-92)', async (_, databaseUrl, reason) => {
    const [problem, ...others] = await databaseProblems({ databaseUrl });
    expect(problem).toMatch(reason);
    expect(others).toEqual([]);
  });

  it('says that what listens there may not be PostgreSQL (T-CRS-92)', async () => {
    const port = await listen((socket) => socket.once('data', () => socket.end('HTTP/1.1 400 Bad Request')));
    expect(await databaseProblems({ databaseUrl: `postgres://haat:x@127.0.0.1:${port}/haat` })).toEqual([
      expect.stringContaining('may not be PostgreSQL'),
    ]);
  });

  it('reports missing rights until the first start has used them', async () => {
    const name = new URL(database.url).pathname.slice(1);
    await run(`revoke create on database ${name} from haat, public`);
    await run('revoke create on schema public from pg_database_owner, public');
    expect(await databaseProblems({ databaseUrl: database.url })).toEqual([
      `The user of DATABASE_URL may not create schemas. Allow it: GRANT CREATE ON DATABASE ${name} TO haat;`,
      'The user of DATABASE_URL may not create tables. Allow it: GRANT CREATE ON SCHEMA public TO haat;',
    ]);
    await run(`grant create on schema public to haat`);
    await run('create table schema_migrations ()');
    await run('revoke create on schema public from haat');
    expect(await databaseProblems({ databaseUrl: database.url })).toEqual([]);
    await run('drop table schema_migrations');
    await run(`grant create on database ${name} to haat`);
    await run('grant create on schema public to haat');
  });

  it('refuses a PostgreSQL older than 15', async () => {
    const name = new URL(database.url).pathname.slice(1);
    await run(`create schema former; create function former.current_setting(setting text) returns text
      language sql as $$ select case setting when 'server_version_num' then '140018'
        else pg_catalog.current_setting(setting) end $$`);
    await run(`alter database ${name} set search_path = former, pg_catalog`);
    expect(await databaseProblems({ databaseUrl: database.url })).toEqual([
      'DATABASE_URL is PostgreSQL 14; Haat needs 15 or newer.',
    ]);
    await run('drop schema former cascade');
    await run(`alter database ${name} reset search_path`);
  });

  it('reports a PostgreSQL without pg_trgm', async () => {
    const name = new URL(database.url).pathname.slice(1);
    await run('create schema bare');
    for (const list of ['pg_extension', 'pg_available_extensions'])
      await run(`create view bare.${list} as select * from pg_catalog.${list} where false`);
    await run(`alter database ${name} set search_path = bare, pg_catalog`);
    expect(await databaseProblems({ databaseUrl: database.url })).toEqual([
      expect.stringMatching(/lacks the extension pg_trgm\. Install .*postgresql-contrib/),
    ]);
  });

  async function run(statement: string) {
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    await client.query(statement).finally(() => client.end());
  }
});

/** Starts the server as `npm start` does, with only these settings. */
async function start(env: Record<string, string>) {
  const child = spawn(process.execPath, ['server/main.ts'], {
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      DATA_DIR: path.join(tmpdir(), 'haat-unused'),
      ...env,
    },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk;
    });
  const [code] = await once(child, 'close');
  return { code, output };
}

/** Listens on a free port of this machine. */
async function listen(onConnection: (socket: Socket) => void): Promise<number> {
  const server = createServer(onConnection).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}
