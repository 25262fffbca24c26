import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { extract } from 'tar';
import { loadAsDumped } from '../../server/backup/load-database.ts';
import type { DatabaseDump } from '../../server/backup/manifest.ts';
import { openPool } from '../../server/db/database.ts';

/** Works with the unpacked database of a released version (CONTRIBUTING.md). */
export async function withRelease<T>(
  version: string,
  work: (dump: DatabaseDump, folder: string) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(path.join(tmpdir(), 'haat-release-'));
  try {
    await extract({ file: `tests/releases/${version}.tar.gz`, cwd: folder });
    return await work(JSON.parse(await readFile(path.join(folder, 'dump.json'), 'utf8')), folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Fills the empty database at `url` with the data of a released version, as that version left it. */
export async function loadRelease(url: string, version: string): Promise<void> {
  await withRelease(version, async (dump, folder) => {
    const pool = openPool(url, 2);
    try {
      await loadAsDumped(pool, dump, folder);
      await pool.query('delete from schema_migrations');
      await pool.query(
        `insert into schema_migrations (name, checksum, applied_at)
          select name, checksum, '2026-11-28' from json_to_recordset($1) as m (name text, checksum text)`,
        [JSON.stringify(dump.migrations)],
      );
    } finally {
      await pool.end();
    }
  });
}
