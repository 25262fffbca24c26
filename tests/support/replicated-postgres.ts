import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { DATABASE, serverEnvironment } from '../../postgres/cluster.ts';
import { startEmbeddedPostgres } from '../../postgres/embedded.ts';
import { preparePostgresHome, removeDataDir } from '../../postgres/home.ts';
import { processesOf } from '../../postgres/in-use.ts';
import { freePorts } from './free-ports.ts';

/** Starts a primary, and a standby to which it streams its WAL. They need no passwords. */
export async function startReplicatedPostgres() {
  const firstPort = await freePorts(2);
  const ports = { primary: firstPort, standby: firstPort + 1 };
  const top = await mkdtemp(path.join(tmpdir(), 'haat-replicated-'));
  // If the user is root, PostgreSQL runs as another user, who needs access.
  await chmod(top, 0o755);
  const created = await startEmbeddedPostgres({ dataDir: top, log: () => {}, throwaway: true });
  await created.stop();
  const home = await preparePostgresHome(top, () => {});
  const access = path.join(top, 'access.conf');
  await writeFile(
    access,
    ['all', 'replication'].map((name) => `host ${name} all 127.0.0.1/32 trust\n`).join(''),
  );
  const folders = { primary: path.join(home.folder, 'data'), standby: path.join(home.folder, 'standby') };
  execFileSync('cp', ['-a', folders.primary, folders.standby]);
  await writeFile(path.join(folders.standby, 'standby.signal'), '');

  async function start(name: 'primary' | 'standby') {
    const settings = {
      port: ports[name],
      listen_addresses: '127.0.0.1',
      unix_socket_directories: '',
      hba_file: access,
      primary_conninfo: `host=127.0.0.1 port=${ports.primary} user=postgres`,
    };
    const child = spawn(
      home.postgres,
      ['-D', folders[name], ...Object.entries(settings).flatMap(([key, value]) => ['-c', `${key}=${value}`])],
      { ...home.user, cwd: '/', env: serverEnvironment(), stdio: ['ignore', 'ignore', 'pipe'] },
    );
    let output = '';
    child.stderr.on('data', (data) => {
      output += data;
    });
    const exited = once(child, 'exit');
    while (!(await run(name, 'select 1').catch(() => undefined))) {
      if (child.exitCode !== null) throw new Error(`The ${name} did not start: ${output}`);
      await sleep(50);
    }
    return { child, exited };
  }

  /** Runs a statement as the superuser. */
  async function run(name: 'primary' | 'standby', statement: string): Promise<unknown[]> {
    const client = new pg.Client({
      host: '127.0.0.1',
      port: ports[name],
      user: 'postgres',
      database: DATABASE,
    });
    try {
      await client.connect();
      return (await client.query(statement)).rows;
    } finally {
      await client.end();
    }
  }

  const servers = { primary: await start('primary'), standby: await start('standby') };
  const urlOf = (...names: ('primary' | 'standby')[]) =>
    `postgres://${DATABASE}@${names.map((name) => `127.0.0.1:${ports[name]}`).join()}/${DATABASE}`;
  const signal = (name: 'primary' | 'standby', what: NodeJS.Signals) => {
    for (const pid of processesOf(folders[name])) sendSignal(pid, what);
  };
  return {
    urlOf,
    run,
    /** Sends a signal to all processes of a server: with SIGSTOP it is silent, as behind a broken network. */
    signal,
    async stop() {
      for (const name of ['primary', 'standby'] as const) {
        signal(name, 'SIGKILL');
        await servers[name].exited;
      }
      await removeDataDir(top);
    },
  };
}

function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended.
  }
}
