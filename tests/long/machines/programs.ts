import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { connect } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { installPackages } from '../packages.ts';

/** The programs of Debian's packages, by the package that has them. */
const packages = {
  'postgresql-15': '/usr/lib/postgresql/15/bin/postgres',
  pgbouncer: '/usr/sbin/pgbouncer',
  haproxy: '/usr/sbin/haproxy',
  patroni: '/usr/bin/patroni',
  'python3-etcd': '/usr/lib/python3/dist-packages/etcd/__init__.py',
  'etcd-server': '/usr/bin/etcd',
  iproute2: '/usr/sbin/ip',
};
export const postgresFolder = path.dirname(packages['postgresql-15']);

/** Installs the packages that are missing. Returns why this machine can't run the programs, if it can't. */
export function preparePrograms(): string | undefined {
  if (process.getuid?.() !== 0) return 'it must be run by root: PostgreSQL and the networks need other users';
  if (spawnSync('unshare', ['--net', '--mount', 'true']).status !== 0)
    return 'this machine does not allow network namespaces';
  return installPackages(packages);
}

/**
 * A program that is started, killed and started again, by a user of this machine. Its output is appended to `log`.
 * `network`: the network namespace in which it runs.
 */
export function createProgram(
  command: string,
  args: string[],
  options: { user: string; log: string; network?: string; env?: Record<string, string> },
) {
  const { user, log, network, env = {} } = options;
  const { uid, gid } = idOf(user);
  const asUser = ['setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups', command, ...args];
  const [program = '', ...rest] = network ? ['ip', 'netns', 'exec', network, ...asUser] : asUser;
  let child: ChildProcess | undefined;
  const isRunning = () => child?.exitCode === null && child.signalCode === null;
  return {
    start(): void {
      const output = openSync(log, 'a');
      child = spawn(program, rest, {
        cwd: '/',
        env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C', ...env },
        stdio: ['ignore', output, output],
        detached: true,
      });
      closeSync(output);
    },
    /** Kills the program and all processes that it has started, as when their machine loses power. */
    kill(): void {
      if (child?.pid && isRunning()) for (const pid of [child.pid, ...descendants(child.pid)]) kill(pid);
    },
  };
}

/** The ids of a user of this machine and of its group. */
export function idOf(user: string): { uid: number; gid: number } {
  const id = (flag: string) => Number(execFileSync('id', [flag, user], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

function descendants(pid: number): number[] {
  const { stdout } = spawnSync('ps', ['--ppid', String(pid), '-o', 'pid='], { encoding: 'utf8' });
  return stdout
    .split('\n')
    .flatMap((line) => (line.trim() ? [Number(line), ...descendants(Number(line))] : []));
}

export function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
}

/** Resolves when something listens there. */
export async function untilListening(port: number, host: string): Promise<void> {
  for (;;) {
    const socket = connect(port, host);
    const isOpen = await Promise.race([
      once(socket, 'connect').then(() => true),
      once(socket, 'error').then(() => false),
    ]).catch(() => false);
    socket.destroy();
    if (isOpen) return;
    await sleep(100);
  }
}
