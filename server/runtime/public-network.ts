import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** How names are resolved, and which IP addresses may be asked; tests replace it. */
export type Network = {
  resolve: (host: string) => Promise<LookupAddress[]>;
  isPublic: (address: string) => boolean;
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

export const internet: Network = {
  resolve: (host) => lookup(host, { all: true }),
  isPublic: isPublicAddress,
};

/** Why an address of somebody else was not asked: its host is not known, or it is not public. */
export class AddressError extends Error {
  readonly reason: 'unknown' | 'not public';
  constructor(reason: 'unknown' | 'not public') {
    super(`the host is ${reason}`);
    this.reason = reason;
  }
}

/**
 * Sends a GET request to an http(s) address that somebody else named, if all IP addresses of its host are public.
 * Follows no redirect. Throws AddressError, or the error of the connection.
 */
export async function openPublic(
  url: URL,
  { signal, accept, network = internet }: { signal: AbortSignal; accept: string; network?: Network },
): Promise<IncomingMessage> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const found = isIP(host)
    ? [{ address: host, family: isIP(host) }]
    : await network.resolve(host).catch(() => []);
  const [first] = found;
  if (!first) throw new AddressError('unknown');
  if (!found.every(({ address }) => network.isPublic(address))) throw new AddressError('not public');
  const request = url.protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    const call = request(url, {
      signal,
      headers: { accept, 'user-agent': 'Haat' },
      // Connects to the address that was checked: a second lookup could resolve to another one.
      lookup: (_name, options, done) =>
        options.all ? done(null, [first]) : done(null, first.address, first.family),
    });
    call.once('response', resolve);
    call.once('error', reject);
    call.end();
  });
}
