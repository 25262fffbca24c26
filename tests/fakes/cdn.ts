import { once } from 'node:events';
import http, { type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

type Kept = { status: number; headers: IncomingHttpHeaders; body: string; tags: string[] };

/**
 * A shared cache in front of a shop, with the purge calls of Fastly (service `zone1`) and Cloudflare (zone `zone1`),
 * which need the token `cdn-token`. It keeps what `s-maxage` allows until it is purged, however long that takes.
 * `honoursVary`: as Fastly, by all headers; Cloudflare ignores them.
 */
export async function startFakeCdn({ honoursVary = true } = {}) {
  const kept = new Map<string, Kept>();
  /** The headers that replies of an address vary by. */
  const varies = new Map<string, string[]>();
  /** Every accepted purge: its tags, or all. */
  const purges: (string[] | 'all')[] = [];
  let originPort = 0;
  let refusals = 0;

  const keyOf = ({ url = '', headers }: IncomingMessage) =>
    [url, ...(varies.get(url) ?? []).map((name) => String(headers[name]))].join(' ');

  function drop(tags: string[] | 'all'): void {
    purges.push(tags);
    for (const [key, { tags: own }] of kept)
      if (tags === 'all' || own.some((tag) => tags.includes(tag))) kept.delete(key);
  }

  /** The status of the reply to a purge. */
  function purge(url: string, { headers }: IncomingMessage, body: string): number {
    if (refusals-- > 0) return 429;
    const { tags, surrogate_keys: keys, purge_everything: isAll } = JSON.parse(body || '{}');
    const isCloudflare = url === '/client/v4/zones/zone1/purge_cache';
    const token = isCloudflare ? headers.authorization : headers['fastly-key'];
    if (token !== (isCloudflare ? 'Bearer cdn-token' : 'cdn-token')) return 401;
    if (url === '/service/zone1/purge_all' || (isCloudflare && isAll)) drop('all');
    else if (url === '/service/zone1/purge' && keys?.length <= 256) drop(keys);
    else if (isCloudflare && tags?.length <= 30) drop(tags);
    else return 400;
    return 200;
  }

  async function fetchFromShop({ url = '', method, headers }: IncomingMessage): Promise<Kept> {
    const sent = http.request({
      port: originPort,
      host: '127.0.0.1',
      path: url,
      method,
      headers,
      agent: false,
    });
    sent.end();
    const [reply] = (await once(sent, 'response')) as [IncomingMessage];
    const body = Buffer.concat(await reply.toArray()).toString();
    const tags = [reply.headers['surrogate-key'], reply.headers['cache-tag']].flatMap(
      (item) => item?.toString().split(/[ ,]/) ?? [],
    );
    return { status: reply.statusCode ?? 0, headers: reply.headers, body, tags };
  }

  const server = http.createServer(async (request, response) => {
    const { url = '', method } = request;
    if (/^\/(client|service)\//.test(url)) {
      const body = Buffer.concat(await request.toArray()).toString();
      response.writeHead(purge(url, request, body)).end('{}');
      return;
    }
    const found = method === 'GET' ? kept.get(keyOf(request)) : undefined;
    const reply = found ?? (await fetchFromShop(request));
    if (!found && /s-maxage=[1-9]/.test(reply.headers['cache-control'] ?? '')) {
      if (honoursVary) varies.set(url, reply.headers.vary?.split(', ') ?? []);
      kept.set(keyOf(request), reply);
    }
    response.writeHead(reply.status, { ...reply.headers, 'x-cache': found ? 'HIT' : 'MISS' }).end(reply.body);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    purges,
    setOrigin(port: number): void {
      originPort = port;
    },
    /** Refuses the next purges with 429. */
    refuse(count: number): void {
      refusals = count;
    },
    async get(path: string, headers: Record<string, string> = {}) {
      const reply = await fetch(url + path, { headers: { 'accept-encoding': 'identity', ...headers } });
      return { status: reply.status, headers: reply.headers, text: await reply.text() };
    },
    async stop(): Promise<void> {
      server.closeAllConnections();
      await once(server.close(), 'close');
    },
  };
}
