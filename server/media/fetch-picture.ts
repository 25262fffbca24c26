import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { badRequest, ShopError } from '../errors.ts';
import { maxUploadBytes } from './files.ts';

const maxRedirects = 3;
const timeoutMs = 10_000;

/** The network that pictures are fetched from; tests replace it. */
export type Network = {
  resolve: (host: string) => Promise<LookupAddress[]>;
  isPublic: (address: string) => boolean;
  ports: string[];
};

const globalIPv6 = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Whether an IP address is globally routable unicast. IPv6 addresses that embed an IPv4 address are not: those of
 * NAT64 and the mapped ones are outside 2000::/3, 6to4 and Teredo have ranges of their own.
 */
export function isPublicAddress(address: string): boolean {
  // ipaddr.js also reads forms such as `127.1`, which a resolver never returns.
  if (isIP(address) === 0) return false;
  const ip = ipaddr.parse(address);
  return ip.range() === 'unicast' && (ip instanceof ipaddr.IPv4 || ip.match(globalIPv6));
}

const internet: Network = {
  resolve: (host) => lookup(host, { all: true }),
  isPublic: isPublicAddress,
  ports: ['', '80', '443'],
};

/** 400 for a server that does not respond now but may respond later. */
const unreachable = (message: string) => new ShopError('picture_unreachable', message);

/** Whether an error of `fetchPicture` means that the server did not respond. */
export const isUnreachable = (error: unknown): boolean =>
  error instanceof ShopError && error.code === 'picture_unreachable';

/**
 * Downloads a picture: only http(s) on the default ports, and only from public IP addresses, which are checked again
 * after each redirect; at most 10 MB and 10 s. Throws 400 with a reason to show.
 */
export async function fetchPicture(address: string, network: Network = internet): Promise<Buffer> {
  const signal = AbortSignal.timeout(timeoutMs);
  let url = parseUrl(address, network);
  for (let redirects = 0; redirects <= maxRedirects; redirects++) {
    const reply = await open(url, network, signal);
    const { statusCode = 0, headers } = reply;
    if (statusCode >= 300 && statusCode < 400 && headers.location) {
      reply.destroy();
      url = parseUrl(headers.location, network, url);
      continue;
    }
    if (statusCode !== 200) {
      reply.destroy();
      throw badRequest(`The picture’s server responded with status ${statusCode}`);
    }
    return read(reply, signal);
  }
  throw badRequest('The picture’s address redirects too often');
}

const tooSlow = `The picture’s server took longer than ${timeoutMs / 1000} seconds`;

function parseUrl(address: string, { ports }: Network, base?: URL): URL {
  const url = URL.canParse(address, base) ? new URL(address, base) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || !ports.includes(url.port))
    throw badRequest('Not an address of a picture');
  return url;
}

async function open(url: URL, network: Network, signal: AbortSignal): Promise<IncomingMessage> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const found = isIP(host)
    ? [{ address: host, family: isIP(host) }]
    : await network.resolve(host).catch(() => []);
  const [first] = found;
  if (!first) throw unreachable('The picture’s server could not be found');
  if (!found.every(({ address }) => network.isPublic(address)))
    throw badRequest('Not an address of a picture');
  const request = url.protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    const call = request(url, {
      signal,
      headers: { accept: 'image/*', 'user-agent': 'Haat' },
      // Connects to the address that was checked: a second lookup could resolve to another one.
      lookup: (_name, options, done) =>
        options.all ? done(null, [first]) : done(null, first.address, first.family),
    });
    call.once('response', resolve);
    call.once('error', () =>
      reject(unreachable(signal.aborted ? tooSlow : 'The picture’s server could not be reached')),
    );
    call.end();
  });
}

async function read(reply: IncomingMessage, signal: AbortSignal): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of reply as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > maxUploadBytes) throw badRequest('The picture is larger than 10 MB');
      chunks.push(chunk);
    }
  } catch (error) {
    reply.destroy();
    if (error instanceof ShopError) throw error;
    throw unreachable(signal.aborted ? tooSlow : 'The picture’s server closed the connection');
  }
  return Buffer.concat(chunks);
}
