import { chownSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { processesOf } from '../../../postgres/in-use.ts';
import { type createNetwork, ownHost } from './network.ts';
import { createProgram, idOf, kill, postgresFolder, untilListening } from './programs.ts';

/** A machine with a PostgreSQL and its Patroni. */
export type DatabaseMachine = {
  host: string;
  start: () => void;
  /** Kills PostgreSQL only. */
  killPostgres: () => void;
  /** Kills everything on it. */
  kill: () => void;
  cut: () => void;
  mend: () => void;
};

const password = 'machines';
const [etcdPort, dataPort, restPort, primaryPort, poolerPort] = [2379, 5432, 8008, 5000, 6432];

/**
 * Starts etcd, three PostgreSQL under Patroni (the primary, its synchronous standby, and an asynchronous one), PgBouncer
 * in transaction mode, and an HAProxy that leads it to the primary. `folder`: the user `postgres` can enter it.
 */
export async function startDatabaseCluster(folder: string, { addMachine }: ReturnType<typeof createNetwork>) {
  const pathOf = (name: string) => path.join(folder, name);
  const user = 'postgres';
  const { uid, gid } = idOf(user);
  const run = (name: string, command: string, args: string[], network?: string) =>
    createProgram(command, args, { user, log: pathOf(`${name}.log`), ...(network && { network }) });
  const write = (name: string, content: string) => {
    writeFileSync(pathOf(name), content, { mode: 0o600 });
    chownSync(pathOf(name), uid, gid);
    return pathOf(name);
  };
  chownSync(folder, uid, gid);

  const etcd = run('etcd', '/usr/bin/etcd', [
    '--data-dir',
    pathOf('etcd'),
    '--listen-client-urls',
    `http://${ownHost}:${etcdPort}`,
    '--advertise-client-urls',
    `http://${ownHost}:${etcdPort}`,
  ]);
  etcd.start();
  await untilListening(etcdPort, ownHost);

  const addDatabase = (name: string, isAsynchronous: boolean): DatabaseMachine => {
    const { host, cut, mend, name: network } = addMachine();
    const settings = patroniSettings({ name, host, data: pathOf(name), isAsynchronous });
    const patroni = run(name, '/usr/bin/patroni', [write(`${name}.yaml`, settings)], network);
    // PostgreSQL is not a descendant of Patroni.
    const killPostgres = () => processesOf(pathOf(name)).forEach(kill);
    return {
      host,
      cut,
      mend,
      start: patroni.start,
      killPostgres,
      kill() {
        patroni.kill();
        killPostgres();
      },
    };
  };
  const members = [addDatabase('one', false), addDatabase('two', false)];
  const asynchronous = addDatabase('asynchronous', true);
  const all = [...members, asynchronous];
  members[0]?.start();
  await untilPrimary(all);
  members[1]?.start();
  asynchronous.start();
  await untilStreaming(all, 2);

  const proxy = run('haproxy-database', '/usr/sbin/haproxy', [
    '-f',
    write('haproxy-database.cfg', proxySettings(all)),
  ]);
  proxy.start();
  await untilListening(primaryPort, ownHost);
  const users = write('users.txt', `"haat" "${password}"\n`);
  const pooler = run('pgbouncer', '/usr/sbin/pgbouncer', [write('pgbouncer.ini', poolerSettings(users))]);
  pooler.start();
  await untilListening(poolerPort, ownHost);
  await query(all, `create role haat login password '${password}'`);
  await query(all, 'create database haat owner haat');

  const urlOf = (...hosts: string[]) => `postgres://haat:${password}@${hosts.join()}/haat`;
  return {
    asynchronous,
    pooler,
    proxy,
    pooledUrl: urlOf(`${ownHost}:${poolerPort}`),
    directUrl: `${urlOf(...members.map(({ host }) => host))}?target_session_attrs=read-write`,
    /** The machine of the primary; waits until there is one. */
    primary: () => untilPrimary(all),
    standby: async () => {
      const primary = await untilPrimary(all);
      return members.find((member) => member !== primary) ?? primary;
    },
    /** Resolves when both other machines receive the WAL of the primary, one of them synchronously. */
    untilComplete: () => untilStreaming(all, 2),
    stop() {
      for (const item of [pooler, proxy, ...all, etcd]) item.kill();
    },
  };
}

async function untilPrimary(machines: readonly DatabaseMachine[]): Promise<DatabaseMachine> {
  const isPrimary = async ({ host }: DatabaseMachine) => {
    const reply = await fetch(`http://${host}:${restPort}/primary`, { signal: AbortSignal.timeout(1000) });
    return reply.status === 200;
  };
  for (;;) {
    const answers = await Promise.all(machines.map((machine) => isPrimary(machine).catch(() => false)));
    const found = machines[answers.indexOf(true)];
    if (found) return found;
    await sleep(100);
  }
}

async function untilStreaming(machines: readonly DatabaseMachine[], count: number): Promise<void> {
  const streaming = () =>
    query(machines, `select sync_state from pg_stat_replication where state = 'streaming'`);
  for (;;) {
    const rows = await streaming().catch(() => []);
    if (rows.length >= count && rows.some(({ sync_state }) => sync_state === 'sync')) return;
    await sleep(200);
  }
}

/** Runs a statement on the primary as the superuser. */
async function query(machines: readonly DatabaseMachine[], statement: string) {
  const { host } = await untilPrimary(machines);
  const client = new pg.Client({
    host,
    user: 'postgres',
    password,
    database: 'postgres',
    connectionTimeoutMillis: 2000,
    query_timeout: 10_000,
  });
  client.on('error', () => {});
  await client.connect();
  return (await client.query<Record<string, string>>(statement).finally(() => client.end())).rows;
}

/** A failover begins at once if only PostgreSQL ends, and after 8 s, when its lease expires, if the machine is gone. */
const patroniSettings = ({
  name,
  host,
  data,
  isAsynchronous,
}: {
  name: string;
  host: string;
  data: string;
  isAsynchronous: boolean;
}) => `
scope: haat
name: ${name}
restapi: { listen: '${host}:${restPort}', connect_address: '${host}:${restPort}' }
etcd3: { hosts: ['${ownHost}:${etcdPort}'] }
bootstrap:
  dcs:
    ttl: 8
    loop_wait: 2
    retry_timeout: 3
    primary_start_timeout: 0
    synchronous_mode: true
    postgresql:
      use_pg_rewind: true
      # Not that of the shop.
      parameters: { max_connections: 200, wal_log_hints: 'on', shared_buffers: 64MB, timezone: Asia/Kolkata }
  initdb: [{ encoding: UTF8 }, { locale: C.UTF-8 }, data-checksums]
postgresql:
  listen: '${host}:${dataPort}'
  connect_address: '${host}:${dataPort}'
  data_dir: ${data}
  bin_dir: ${postgresFolder}
  parameters: { unix_socket_directories: '' }
  pg_hba: ['host all all 10.77.0.0/24 scram-sha-256', 'host replication all 10.77.0.0/24 scram-sha-256']
  authentication:
    superuser: { username: postgres, password: ${password} }
    replication: { username: replicator, password: ${password} }
    rewind: { username: postgres, password: ${password} }
tags: { nofailover: ${isAsynchronous}, nosync: ${isAsynchronous} }
`;

const proxySettings = (machines: readonly DatabaseMachine[]) => `
defaults
  mode tcp
  timeout connect 2s
  timeout client 1h
  timeout server 1h
  timeout check 1s
listen primary
  bind ${ownHost}:${primaryPort}
  option httpchk OPTIONS /primary
  http-check expect status 200
  default-server check port ${restPort} inter 500ms fall 2 rise 1 on-marked-down shutdown-sessions
${machines.map(({ host }, index) => `  server database${index} ${host}:${dataPort}\n`).join('')}`;

const poolerSettings = (users: string) => `
[databases]
haat = host=${ownHost} port=${primaryPort} dbname=haat
[pgbouncer]
listen_addr = ${ownHost}
listen_port = ${poolerPort}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${users}
pool_mode = transaction
default_pool_size = 40
max_client_conn = 500
server_login_retry = 1
`;
