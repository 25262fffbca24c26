import { Socket } from 'node:net';
import { type ConnectionOptions, checkServerIdentity } from 'node:tls';
import pg from 'pg';
import { StartError } from '../runtime/start-errors.ts';
import { tlsProblem } from './postgres-variables.ts';

type HostPort = { host: string; port: number };

/** How long a server has to say whether it takes changes. */
const PROBE_MS = 1500;

/** The addresses that one like `postgres://user:password@one:5432,two:5432/name` lists, each with one host. */
export function splitAddress(url: string): string[] {
  const [, before = '', hosts = '', after = ''] = /^(\w+:\/\/(?:[^@/?]*@)?)([^/?]*)(.*)$/s.exec(url) ?? [];
  return hosts.split(',').map((host) => before + host + after);
}

/** The servers of one database, by its address. All connections of this process share what is known of them. */
const clusters = new Map<string, ReturnType<typeof createCluster>>();

/**
 * How the driver connects to this address. If it lists several hosts, of which one takes changes and the others are its
 * standbys, each connection leads to the one that takes them at that time (decision 71). Throws a StartError if the shop
 * would use no TLS where PGSSLMODE asks for it.
 */
export function connectionTo(url: string): pg.ClientConfig {
  const addresses = splitAddress(url);
  const [first] = addresses;
  const problem = tlsProblem(first ?? url);
  if (problem) throw new StartError(`${problem}.`);
  if (addresses.length === 1 || !first) return { connectionString: url };
  const cluster = clusters.get(url) ?? createCluster(addresses);
  clusters.set(url, cluster);
  return {
    connectionString: first,
    stream: (connection?: { ssl?: boolean | ConnectionOptions }) => {
      const socket = new PrimarySocket(cluster.findPrimary, cluster.add);
      // The driver would expect the certificate of the first host.
      if (connection?.ssl)
        connection.ssl = {
          checkServerIdentity: (_, certificate) =>
            checkServerIdentity(socket.server?.host ?? '', certificate),
          ...(connection.ssl !== true && connection.ssl),
        };
      return socket;
    },
  };
}

function createCluster(addresses: string[]) {
  const sockets = new Set<PrimarySocket>();
  let finding: Promise<HostPort> | undefined;

  async function find(): Promise<HostPort> {
    const probes = addresses.map(probe);
    const found = await Promise.any(probes).catch(async () => {
      const reasons = await Promise.allSettled(probes);
      const errors = reasons.flatMap((probe) => (probe.status === 'rejected' ? [probe.reason as Error] : []));
      throw (
        errors.find((error) => error instanceof pg.DatabaseError) ?? new NoPrimaryError({ cause: errors })
      );
    });
    // After a failover, a statement that waits for the former server may get no reply for minutes.
    for (const socket of sockets) if (!isSame(socket.server, found)) socket.destroy();
    return found;
  }

  return {
    add(socket: PrimarySocket): void {
      sockets.add(socket);
      socket.once('close', () => sockets.delete(socket));
    },

    /** The server that takes changes. Throws if there is none. */
    findPrimary(): Promise<HostPort> {
      finding ??= find().finally(() => {
        finding = undefined;
      });
      return finding;
    },
  };
}

/** None of the servers takes changes, as for some seconds of a failover. */
class NoPrimaryError extends Error {
  readonly code = 'ENOPRIMARY';
  constructor(options: ErrorOptions) {
    super('None of the servers takes changes', options);
  }
}

const isSame = (first: HostPort | undefined, second: HostPort) =>
  first?.host === second.host && first.port === second.port;

/** Connects a client. If the connection breaks later, the next statement reports that. */
export async function connect(client: pg.Client): Promise<void> {
  client.on('error', () => {});
  await client.connect();
}

/** Throws if the server at this address can't be reached or takes no changes. */
async function probe(address: string): Promise<HostPort> {
  const client = new pg.Client({
    connectionString: address,
    connectionTimeoutMillis: PROBE_MS,
    query_timeout: PROBE_MS,
  });
  try {
    await connect(client);
    const { rows } = await client.query<{ isStandby: boolean }>('select pg_is_in_recovery() as "isStandby"');
    if (rows[0]?.isStandby !== false) throw new Error(`${client.host} is a standby`);
    return { host: client.host, port: client.port };
  } finally {
    await client.end().catch(() => {});
  }
}

/** Connects to the server that takes changes, whatever the driver asks for. */
class PrimarySocket extends Socket {
  server: HostPort | undefined;
  readonly #findPrimary: () => Promise<HostPort>;
  readonly #add: (socket: PrimarySocket) => void;

  constructor(findPrimary: () => Promise<HostPort>, add: (socket: PrimarySocket) => void) {
    super();
    this.#findPrimary = findPrimary;
    this.#add = add;
  }

  override connect(): this {
    this.#findPrimary().then(
      (server) => {
        // The driver may have given up.
        if (this.destroyed) return;
        this.server = server;
        this.#add(this);
        super.connect(server);
      },
      (error: Error) => this.destroy(error),
    );
    return this;
  }
}
