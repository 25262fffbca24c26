import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP } from 'node:net';
import { badRequest, ShopError } from '../errors.ts';
import { maxUploadBytes } from './images.ts';
import { isPublicAddress } from './public-address.ts';

const maxRedirects = 3;
const timeoutMs = 10_000;

/** What a test puts another network in place of. */
export type Network = {
  resolve: (host: string) => Promise<LookupAddress[]>;
  isOpen: (address: string) => boolean;
  ports: string[];
};
const internet: Network = {
  resolve: (host) => lookup(host, { all: true }),
  isOpen: isPublicAddress,
  ports: ['', '80', '443'],
};

/** 400 for a server that did not answer now but may answer later. */
const unreachable = (message: string) => new ShopError('picture_unreachable', message);

/** Whether an error of `fetchPicture` means that the server did not answer. */
export const isUnreachable = (error: unknown): boolean =>
  error instanceof ShopError && error.code === 'picture_unreachable';

/**
 * The bytes behind a picture's address. Only http(s) on the usual ports and only addresses of the open internet,
 * checked again after each redirect and used as they were checked; at most 10 MB and 10 s. Throws 400 with a
 * reason for people.
 */
export async function fetchPicture(address: string, network: Network = internet): Promise<Buffer> {
  const signal = AbortSignal.timeout(timeoutMs);
  let url = checked(address, network);
  for (let turn = 0; turn <= maxRedirects; turn++) {
    const reply = await open(url, network, signal);
    const { statusCode = 0, headers } = reply;
    if (statusCode >= 300 && statusCode < 400 && headers.location) {
      reply.destroy();
      url = checked(headers.location, network, url);
      continue;
    }
    if (statusCode !== 200) {
      reply.destroy();
      throw badRequest(`The picture’s server answered ${statusCode}`);
    }
    return read(reply, signal);
  }
  throw badRequest('The picture’s address leads on too often');
}

const tooSlow = `The picture’s server took longer than ${timeoutMs / 1000} seconds`;

function checked(address: string, { ports }: Network, base?: URL): URL {
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
  if (!found.every(({ address }) => network.isOpen(address))) throw badRequest('Not an address of a picture');
  const request = url.protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    const sent = request(url, {
      signal,
      headers: { accept: 'image/*', 'user-agent': 'Haat' },
      // The address that was checked, so that the name can't lead elsewhere a moment later.
      lookup: (_name, options, done) =>
        options.all ? done(null, [first]) : done(null, first.address, first.family),
    });
    sent.once('response', resolve);
    sent.once('error', () =>
      reject(unreachable(signal.aborted ? tooSlow : 'The picture’s server could not be reached')),
    );
    sent.end();
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
