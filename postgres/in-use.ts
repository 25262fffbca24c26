import { spawnSync } from 'node:child_process';
import { closeSync, constants, openSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { lstat, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import path from 'node:path';
import { StartError } from '../server/runtime/start-errors.ts';
import { chownTo, type PostgresHome } from './home.ts';

/** The path of a Unix socket has at most 107 bytes. */
const SOCKET_PATH_BYTES = 100;
const SOCKET = '.s.PGSQL.5432';

/**
 * Opens the named pipe that each process of the server inherits. As long as one of them lives, in whatever container of
 * this machine, the pipe has a reader. Returns the file descriptor; the caller closes it.
 */
export async function openInUsePipe(home: PostgresHome): Promise<number> {
  const pipe = pipeOf(home);
  if (!(await isPipe(pipe))) {
    await rm(pipe, { force: true });
    const { status, stderr, error } = spawnSync('mkfifo', ['-m', '600', pipe], { encoding: 'utf8' });
    if (status !== 0) throw new StartError(`${pipe} can't be created: ${error?.message ?? stderr.trim()}`);
    await chownTo(home.user, pipe);
  }
  return openSync(pipe, constants.O_RDONLY | constants.O_NONBLOCK);
}

/**
 * Whether a process of a server uses the cluster: one that holds the pipe, or, as earlier versions had no pipe, one that
 * accepts connections or works in the folder. Throws if the system can't tell.
 */
export async function isInUse(home: PostgresHome): Promise<boolean> {
  if ((await isPipe(pipeOf(home))) && hasReader(pipeOf(home))) return true;
  const data = path.join(home.folder, 'data');
  const folders = [path.join(home.folder, 'run'), readPidFile(data)?.socketFolder].filter(isSocketFolder);
  for (const folder of folders) if (await acceptsConnections(path.join(folder, SOCKET))) return true;
  return process.platform === 'linux' && processesOf(data).length > 0;
}

/** Whether a folder can contain the socket of the server: its path is short enough. */
export function isSocketFolder(folder: string | undefined): folder is string {
  return folder !== undefined && Buffer.byteLength(path.join(folder, SOCKET)) <= SOCKET_PATH_BYTES;
}

/** The main process of the server and the folder of its socket, as its file says; undefined without a file. */
export function readPidFile(data: string) {
  try {
    const lines = readFileSync(path.join(data, 'postmaster.pid'), 'utf8').split('\n');
    return { pid: Number(lines[0]), socketFolder: lines[4], isReady: lines[7]?.trim() === 'ready' };
  } catch {
    return undefined;
  }
}

/** The processes of the server that this one may signal. They are found by their folder, as process ids are reused. */
export function processesOf(data: string): number[] {
  if (process.platform !== 'linux') {
    const pid = readPidFile(data)?.pid;
    return pid ? [pid] : [];
  }
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => worksIn(pid, data));
}

function worksIn(pid: number, data: string) {
  try {
    return (
      readlinkSync(`/proc/${pid}/cwd`) === data &&
      readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === 'postgres' &&
      // In another container it has another process id in `postmaster.pid`, and that container restarts it.
      readlinkSync(`/proc/${pid}/ns/pid`) === readlinkSync('/proc/self/ns/pid')
    );
  } catch {
    return false;
  }
}

const pipeOf = ({ folder }: PostgresHome) => path.join(folder, 'in-use');

async function isPipe(file: string) {
  const found = await lstat(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
  return found?.isFIFO() ?? false;
}

/** A pipe without a reader can't be opened for writing. */
function hasReader(pipe: string) {
  try {
    closeSync(openSync(pipe, constants.O_WRONLY | constants.O_NONBLOCK));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENXIO') return false;
    throw error;
  }
}

function acceptsConnections(socket: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const connection = connect(socket, () => {
      connection.destroy();
      resolve(true);
    });
    connection.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED' || error.code === 'ENOENT') resolve(false);
      else reject(error);
    });
  });
}
