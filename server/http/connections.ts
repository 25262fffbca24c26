import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import { BlockList, isIPv6, type Socket } from 'node:net';
import { addressBlock } from '../address-block.ts';

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
export function createConnections(trustedProxies: string[], bounds: ConnectionBounds = defaults) {
  const open = new Map<Socket, Connection>();
  const byBlock = new Map<string, Set<Socket>>();
  const isTrusted = proxyTest(trustedProxies);
  let summedAt = 0;
  let refusedBodies = 0;

  function admit(socket: Socket): void {
    const { remoteAddress } = socket;
    const isCounted = remoteAddress !== undefined && !isTrusted(remoteAddress);
    const block = isCounted ? addressBlock(remoteAddress, 32) : undefined;
    if (block !== undefined && !takePlace(block, socket)) return void socket.destroy();
    open.set(socket, { block, isBusy: false, waiting: [] });
    socket.once('close', () => {
      open.delete(socket);
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
      const idle = [...others].find((each) => open.get(each)?.isBusy === false);
      if (!idle) return false;
      others.delete(idle);
      idle.destroy();
    }
    byBlock.set(block, others.add(socket));
    return true;
  }

  /** Closes the connections with the largest unsent replies until the rest is within the bound. */
  function boundUnsent(): void {
    const now = performance.now();
    if (now - summedAt < sumEveryMs) return;
    summedAt = now;
    const unsent = [...open.keys()].filter(({ writableLength }) => writableLength > 0);
    let sum = unsent.reduce((total, { writableLength }) => total + writableLength, 0);
    if (sum <= bounds.unsentBytes) return;
    for (const socket of unsent.sort((a, b) => b.writableLength - a.writableLength)) {
      if (sum <= bounds.unsentBytes) return;
      sum -= socket.writableLength;
      socket.destroy();
    }
  }

  /** Receives the rest of a body that nobody reads, unless there are many: then the connection is closed. */
  function receiveRest(request: IncomingMessage): void {
    if (request.complete) return;
    if (refusedBodies >= bounds.refusedBodies) return void request.socket.destroy();
    refusedBodies++;
    request.once('close', () => refusedBodies--);
  }

  function answer(
    connection: Connection,
    request: IncomingMessage,
    response: ServerResponse,
    start: () => void,
  ): void {
    const { socket } = request;
    connection.isBusy = true;
    response.once('finish', () => receiveRest(request));
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

function proxyTest(proxies: string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const proxy of proxies) {
    const [address = '', bits] = proxy.split('/');
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return (address) => list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}
