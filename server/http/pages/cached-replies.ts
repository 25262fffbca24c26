import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { pipeline, Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { goesInParts, partsOf } from '../connections.ts';
import type { Edge } from '../edge.ts';
import { hasSecondHost } from '../headers.ts';
import type { ReplyCache } from './reply-cache.ts';
import {
  acceptedEncoding,
  type CachedReply,
  type EncodedReply,
  type FreshReply,
  findEncoded,
} from './reply-encodings.ts';

/** How many URLs are remembered with their addresses, and how long they may be. */
const maxUrls = 5000;
const maxUrlLength = 500;

/** Finds where the reply to a URL is cached, if the URL alone determines it. */
type FindAddress = (url: string) => string | undefined;

export type CachedReplies = ReturnType<typeof createCachedReplies>;

/**
 * Sends cached replies: `answer` before Fastify's routing and hooks, the others from a handler, with the same headers
 * and bytes (decision 118). `isNotified`: the database announces changes; only pages are cached otherwise.
 */
export function createCachedReplies(cache: ReplyCache, edge: Edge, isNotified: boolean) {
  /** Addresses by URL. They never change, so only memory limits them. */
  const addresses = new Map<string, string>();

  function remember(url: string, address: string): void {
    if (url.length > maxUrlLength) return;
    if (addresses.size >= maxUrls) addresses.clear();
    addresses.set(url, address);
  }

  function addressOf(url: string, findAddress: FindAddress): string | undefined {
    const known = addresses.get(url);
    if (known !== undefined) return known;
    const address = findAddress(url);
    if (address !== undefined) remember(url, address);
    return address;
  }

  /** Sends a reply that the cache has at this address, in the encoding that the client prefers. */
  async function send(request: FastifyRequest, reply: FastifyReply, address: string, cached: CachedReply) {
    const { headers } = request;
    const { status, encoded } = findAnswer(cached, headers);
    const { headers: pairs, body } =
      encoded ?? (await cache.encode(address, cached, acceptedEncoding(headers['accept-encoding'])));
    for (let start = 0; start < pairs.length; start += 2) reply.header(pairs[start] ?? '', pairs[start + 1]);
    if (!cache.isFresh(address, cached)) edge.unmark(reply);
    const sent = goesInParts(request.method, body) ? Readable.from(partsOf(body, request.raw.socket)) : body;
    return reply.status(status).send(sent);
  }

  return {
    send,

    /** Answers a request if a fresh reply to it is cached. Returns false for all others, which Fastify handles. */
    answer(request: IncomingMessage, response: ServerResponse, findAddress: FindAddress): boolean {
      const { headers, url = '' } = request;
      if (!isAnonymousRead(request) || hasSecondHost(request)) return false;
      const address = addressOf(url, findAddress);
      const cached = address === undefined ? undefined : cache.findFresh(address);
      if (!cached) return false;
      const { status, encoded } = findAnswer(cached, headers);
      if (!encoded) return false;
      cache.counts.hit++;
      response.writeHead(status, [...encoded.headers, 'x-request-id', randomUUID()]);
      const { body } = encoded;
      // A client that has gone needs no reply.
      if (goesInParts(request.method, body)) pipeline(partsOf(body, request.socket), response, () => {});
      else response.end(body);
      return true;
    },

    /** Sends the reply at an address, which `make` makes if it is missing or anything in it has changed. */
    async serve(
      request: FastifyRequest,
      reply: FastifyReply,
      address: string,
      make: () => Promise<FreshReply>,
    ) {
      const cached = isNotified
        ? await cache.fetch(address, make, { isExact: true })
        : await cache.pack(await make());
      remember(request.url, address);
      return send(request, reply, address, cached);
    },
  };
}

/** Whether this is a request without a token and without a body. */
function isAnonymousRead({ method, headers }: IncomingMessage): boolean {
  const { authorization, 'content-length': length = '0', 'transfer-encoding': chunked } = headers;
  const isRead = method === 'GET' || method === 'HEAD';
  return isRead && authorization === undefined && length === '0' && chunked === undefined;
}

/** The status and the bytes for a request; without bytes if the accepted encoding must be made first. */
function findAnswer(
  cached: CachedReply,
  headers: IncomingHttpHeaders,
): { status: number; encoded: (Partial<EncodedReply> & Pick<EncodedReply, 'headers'>) | undefined } {
  const { status, etag } = cached;
  if (etag !== undefined && headers['if-none-match']?.includes(etag))
    return { status: 304, encoded: { headers: cached.headers } };
  return { status, encoded: findEncoded(cached, acceptedEncoding(headers['accept-encoding'])) };
}
