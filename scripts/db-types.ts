// Writes server/db/schema.ts from the migrations, by applying them to a database that is thrown away.
import { spawnSync } from 'node:child_process';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '../postgres/embedded.ts';
import { removeDataDir } from '../postgres/home.ts';
import { migrate } from '../server/db/migrate.ts';

const dataDir = await mkdtemp(path.join(tmpdir(), 'haat-types-'));
const server = await startEmbeddedPostgres({ dataDir, log: () => {}, throwaway: true });
try {
  const pool = new pg.Pool({ connectionString: server.url, max: 2 });
  await migrate(pool);
  await pool.end();
  process.exitCode = generate(server.url);
} finally {
  await server.stop();
  await removeDataDir(dataDir);
}

function generate(url: string) {
  const options = ['--dialect', 'postgres', '--camel-case', '--exclude-pattern', 'schema_migrations'];
  // The pool parses int8 to a number.
  const mapping = ['--type-mapping', JSON.stringify({ int8: 'number' })];
  const output = ['--out-file', 'server/db/schema.ts', '--url', url];
  return spawnSync('kysely-codegen', [...options, ...mapping, ...output], { stdio: 'inherit' }).status ?? 1;
}
