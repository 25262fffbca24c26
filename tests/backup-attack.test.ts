// Slow: `npm run check` leaves this file out.
import { hash } from 'node:crypto';
import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { create, extract } from 'tar';
import { afterAll, expect, it } from 'vitest';
import type { Manifest } from '../server/backup/manifest.ts';
import { restoreBackup } from '../server/backup/restore.ts';
import { backUp, emptyFolder, emptyPlace, query, removePlaces } from './support/backups.ts';
import { testShop } from './support/shop.ts';

const shop = await testShop();
const archive = (await backUp(shop)).file;
afterAll(() => removePlaces());

/** The archive with changed contents. */
async function forge(change: (folder: string) => Promise<void>): Promise<string> {
  const folder = await emptyFolder();
  await extract({ file: archive, cwd: folder });
  await change(folder);
  const file = path.join(await emptyFolder(), 'forged.tar.gz');
  await create({ file, cwd: folder, gzip: true }, await readdir(folder));
  return file;
}

async function changeManifest(folder: string, change: (manifest: Manifest) => void) {
  const file = path.join(folder, 'manifest.json');
  const manifest: Manifest = JSON.parse(await readFile(file, 'utf8'));
  change(manifest);
  await writeFile(file, JSON.stringify(manifest));
}

const forgeManifest = (change: (manifest: Manifest) => void) =>
  forge((folder) => changeManifest(folder, change));

const usersOf = ({ database }: Manifest) => {
  const users = database.tables.find(({ name }) => name === 'users');
  if (!users) throw new Error('The backup has no users');
  return users;
};

/** Expects that a restore is refused for this reason and changes nothing. */
async function expectRefused(file: string, reason: RegExp) {
  const place = await emptyPlace();
  await expect(restoreBackup(file, place, () => {})).rejects.toThrow(reason);
  expect(await query(place.databaseUrl, `select from pg_tables where schemaname = 'public'`)).toEqual([]);
  expect((await readdir(place.dataDir)).filter((name) => !name.startsWith('haat.lock'))).toEqual([]);
}

it('a backup with rows from a file of the server is refused (T-CRS-24)', async () => {
  const forged = await forgeManifest((manifest) => {
    usersOf(manifest).file = '../../../../etc/passwd';
  });
  await expectRefused(forged, /no manifest that this version/);
});

it('a backup with SQL in the names of tables and columns is refused (T-CRS-24)', async () => {
  const column = await forgeManifest((manifest) => {
    usersOf(manifest).columns[0] = `id) from stdin; drop table orders; copy users (id`;
  });
  await expectRefused(column, /no manifest that this version/);
  const sequence = await forgeManifest((manifest) => {
    manifest.database.sequences = [{ name: `orders_id_seq'; drop table orders`, last: 1 }];
  });
  await expectRefused(sequence, /no manifest that this version/);
});

it('a backup with a file that would replace one of the shop is refused (T-CRS-24)', async () => {
  const password = async (folder: string) => {
    await mkdir(path.join(folder, 'data'), { recursive: true });
    await writeFile(path.join(folder, 'data', 'postgres-password'), 'known');
  };
  await expectRefused(await forge(password), /data\/postgres-password is not in its manifest/);
  const listed = await forge(async (folder) => {
    await password(folder);
    await changeManifest(folder, ({ files }) => {
      files['data/postgres-password'] = { bytes: 5, sha256: hash('sha256', 'known', 'hex') };
    });
  });
  await expectRefused(listed, /no manifest that this version/);
});

it('a backup with a link is refused (T-CRS-24)', async () => {
  const forged = await forge((folder) => symlink('/etc/passwd', path.join(folder, 'data-link')));
  await expectRefused(forged, /data-link is not a file/);
});
