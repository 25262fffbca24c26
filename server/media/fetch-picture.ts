import type { IncomingMessage } from 'node:http';
import { badRequest, ShopError } from '../errors.ts';
import { AddressError, internet, type Network as Names, openPublic } from '../runtime/public-network.ts';
import { maxUploadBytes } from './files.ts';

const maxRedirects = 3;
const timeoutMs = 10_000;

/** The network that pictures are fetched from; tests replace it. */
export type Network = Names & { ports: string[] };

const web: Network = { ...internet, ports: ['', '80', '443'] };

/** 400 for a server that does not respond now but may respond later. */
const unreachable = (message: string) => new ShopError('picture_unreachable', message);

/** Whether an error of `fetchPicture` means that the server did not respond. */
export const isUnreachable = (error: unknown): boolean =>
  error instanceof ShopError && error.code === 'picture_unreachable';

/**
 * Downloads a picture: only http(s) on the default ports, and only from public IP addresses, which are checked again
 * after each redirect; at most 10 MB and 10 s. Throws 400 with a reason to show.
 */
export async function fetchPicture(address: string, network: Network = web): Promise<Buffer> {
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

const open = (url: URL, network: Network, signal: AbortSignal): Promise<IncomingMessage> =>
  openPublic(url, { signal, accept: 'image/*', network }).catch((error: unknown) => {
    if (!(error instanceof AddressError))
      throw unreachable(signal.aborted ? tooSlow : 'The picture’s server could not be reached');
    throw error.reason === 'unknown'
      ? unreachable('The picture’s server could not be found')
      : badRequest('Not an address of a picture');
  });

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
