import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import { BlockList, isIPv6, type Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import type { Config } from '../config.ts';
import { addressBlock } from '../runtime/address-block.ts';

/**
 * Time limits of connections, in milliseconds. The request timeout allows the largest upload over a slow line; other
 * bodies have stricter limits (`slowBodies`).
 */
export const connectionTimes = {
  requestTimeout: 3_600_000,
  headersTimeout: 15_000,
  keepAliveTimeout: 72_000,
  connectionsCheckingInterval: 5000,
};

/**
 * `stalledMs`: how long a client may take nothing of a reply that waits for it. `refusedBodies`: how many bodies that
 * nobody needs, because their requests were answered before, may be received at the same time.
 */
export type ConnectionBounds = {
  perAddress: number;
  waitingPerConnection: number;
  unsentBytes: number;
  stalledMs: number;
  refusedBodies: number;
};

const defaults: ConnectionBounds = {
  // Shoppers of a mobile carrier share an address. Idle connections are closed for new ones.
  perAddress: 256,
  // Browsers and proxies send the next request of a connection after the reply.
  waitingPerConnection: 16,
  unsentBytes: 64e6,
  stalledMs: 30_000,
  // Browsers read a reply after they have sent the body. Node takes each part of it into new memory.
  refusedBodies: 32,
};

/** How often the bytes that clients have not taken are added up at most, in milliseconds. */
const sumEveryMs = 100;

type Connection = {
  block: string | undefined;
  /** Whether a request is being answered. */
  isBusy: boolean;
  /** The requests that were sent before the reply to the one that is being answered. */
  waiting: (() => void)[];
};

/**
 * Bounds what one client can make a server hold in memory (threats T-DOS-09): a connection is answered one request at a
 * time, is closed if it sends many requests ahead or does not take its reply, and one address has a number of connections,
 * unless it is that of a trusted proxy. The unsent replies of all connections are bounded too: the connections with the
 * largest ones are closed first.
 */
export function createConnections(isTrusted: ProxyTest, bounds: ConnectionBounds = defaults) {
  const open = new Map<Socket, Connection>();
  const byBlock = new Map<string, Set<Socket>>();
  const refused = createRefusedBodies(bounds.refusedBodies);
  const boundUnsent = createUnsentBound(open, bounds.unsentBytes);

  function admit(socket: Socket): void {
    const { remoteAddress } = socket;
    const isCounted = remoteAddress !== undefined && !isTrusted(remoteAddress);
    const block = isCounted ? addressBlock(remoteAddress, 32) : undefined;
    if (block !== undefined && !takePlace(block, socket)) return void socket.destroy();
    open.set(socket, { block, isBusy: false, waiting: [] });
    socket.once('close', () => {
      open.delete(socket);
      refused.forget(socket);
      if (block === undefined) return;
      const others = byBlock.get(block);
      others?.delete(socket);
      if (others?.size === 0) byBlock.delete(block);
    });
  }

  /** False if all connections of the address are in use. */
  function takePlace(block: string, socket: Socket): boolean {
    const others = byBlock.get(block) ?? new Set();
    if (others.size >= bounds.perAddress) {
      const idle = [...others].find((candidate) => open.get(candidate)?.isBusy === false);
      if (!idle) return false;
      others.delete(idle);
      idle.destroy();
    }
    byBlock.set(block, others.add(socket));
    return true;
  }

  function answer(
    connection: Connection,
    request: IncomingMessage,
    response: ServerResponse,
    start: () => void,
  ): void {
    const { socket } = request;
    connection.isBusy = true;
    response.once('finish', () => refused.receiveRest(request));
    response.once('close', () => {
      connection.isBusy = false;
      const next = connection.waiting.shift();
      if (!socket.destroyed) next?.();
    });
    start();
  }

  return {
    /** Watches the connections of a server, which it returns. */
    watch(server: Server): Server {
      server.on('connection', admit);
      // Otherwise Node answers unknown expectations itself, and receives their bodies without a bound.
      server.on('checkExpectation', (request, response) => server.emit('request', request, response));
      return server.setTimeout(bounds.stalledMs, (socket) => {
        const isWorking = open.get(socket)?.isBusy && socket.writableLength === 0;
        if (!isWorking) socket.destroy();
      });
    },

    /** Gives each request of a connection to `handle` when the reply to the one before has been sent. */
    inTurn(handle: RequestListener): RequestListener {
      return (request, response) => {
        boundUnsent();
        const { socket } = request;
        const connection = open.get(socket);
        if (!connection || socket.destroyed) return;
        const start = () => answer(connection, request, response, () => handle(request, response));
        if (!connection.isBusy) return start();
        if (connection.waiting.length >= bounds.waitingPerConnection) return void socket.destroy();
        connection.waiting.push(start);
      };
    },
  };
}

/** The bodies that nobody reads, of which `max` may be received at the same time. */
function createRefusedBodies(max: number) {
  /** Their connections, the oldest first. */
  const refused = new Set<Socket>();
  return {
    forget: (socket: Socket) => refused.delete(socket),

    /** Receives the rest of a body that nobody reads. If there are many, the oldest connection is closed. */
    receiveRest(request: IncomingMessage): void {
      const { socket } = request;
      if (request.complete || socket.destroyed) return;
      const [oldest] = refused;
      if (oldest && refused.size >= max) {
        refused.delete(oldest);
        oldest.destroy();
      }
      refused.add(socket);
      // 'close' is not emitted for a request whose client leaves after its reply: then that of the socket counts.
      request.once('close', () => refused.delete(socket));
      // A form of which only the first file was wanted is paused.
      request.unpipe().resume();
    },
  };
}

/** Closes the connections with the largest unsent replies until the rest is within the bound. */
function createUnsentBound(open: Map<Socket, Connection>, maxBytes: number) {
  let summedAt = 0;
  return function boundUnsent(): void {
    const now = performance.now();
    if (now - summedAt < sumEveryMs) return;
    summedAt = now;
    const unsent = [...open.keys()].map((socket) => ({
      socket,
      bytes: socket.writableLength + (unsentParts.get(socket) ?? 0),
    }));
    let sum = unsent.reduce((total, { bytes }) => total + bytes, 0);
    if (sum <= maxBytes) return;
    for (const { socket, bytes } of unsent.sort((a, b) => b.bytes - a.bytes)) {
      if (sum <= maxBytes) return;
      sum -= bytes;
      socket.destroy();
    }
  };
}

const partBytes = 64 * 1024;
/** How many parts of all bodies are sent before the requests that have arrived meanwhile are handled. */
const partsPerTurn = 4;
let partCount = 0;
let turn = Promise.resolve();

/** How many bytes of a body in parts are not sent yet, by connection. */
const unsentParts = new WeakMap<Socket, number>();

/** Whether the body of a reply is sent in parts, so that others are answered in between. Nothing is sent for HEAD. */
export const goesInParts = (method: string | undefined, body: Buffer | undefined): body is Buffer =>
  method === 'GET' && body !== undefined && body.length > partBytes;

/** The parts of a large body for this connection. */
export async function* partsOf(body: Buffer, socket: Socket): AsyncGenerator<Buffer> {
  try {
    for (let start = 0; start < body.length; start += partBytes) {
      unsentParts.set(socket, body.length - start);
      if (partCount++ % partsPerTurn === 0) turn = turn.then(() => setImmediate());
      await turn;
      yield body.subarray(start, start + partBytes);
    }
  } finally {
    unsentParts.delete(socket);
  }
}

type ProxyTest = (address: string) => boolean;

/** Tests whether an address is that of a proxy which the settings trust now. */
export function proxyTest(config: Pick<Config, 'trustProxy'>): ProxyTest {
  let proxies = config.trustProxy;
  let list = listOf(proxies);
  return (address) => {
    if (proxies !== config.trustProxy) {
      proxies = config.trustProxy;
      list = listOf(proxies);
    }
    return list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
  };
}

function listOf(proxies: string[]): BlockList {
  const list = new BlockList();
  for (const proxy of proxies) {
    const [address = '', bits] = proxy.split('/');
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return list;
}
