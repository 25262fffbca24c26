import type { IncomingMessage } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { setInterval } from 'node:timers/promises';
import Fastify, { type FastifyRequest } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allowSlowBody, slowBodies } from './slow-bodies.ts';

const app = Fastify();
beforeAll(async () => {
  slowBodies(app, { bodyMs: 200, stallMs: 250, minBytes: 60 });
  app.addContentTypeParser('*', async (request: FastifyRequest, body: IncomingMessage) => {
    if (request.url === '/upload') allowSlowBody(request);
    let size = 0;
    for await (const chunk of body) size += chunk.length;
    return size;
  });
  app.post('/plain', async ({ body }) => `${body} bytes`);
  app.post('/upload', async ({ body }) => `${body} bytes`);
  const refuse = { onRequest: async () => Promise.reject(Object.assign(new Error(), { statusCode: 401 })) };
  app.post('/closed', refuse, async () => 'never');
  await app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => app.close());

/** Sends a body as a poor line would: a chunk every 50 ms. Gives what came back until the server closed the line. */
async function trickle(url: string, chunks: string[], length: number): Promise<string> {
  const { port } = app.server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1').setEncoding('utf8');
  // A line that is cut may end in an error, which is as good.
  const closed = new Promise((resolve) => socket.once('close', resolve));
  let reply = '';
  socket.on('data', (text) => {
    reply += text;
  });
  socket.on('error', () => {});
  socket.write(
    `POST ${url} HTTP/1.1\r\nHost: shop\r\nConnection: close\r\nContent-Type: image/jpeg\r\nContent-Length: ${length}\r\n\r\n`,
  );
  for await (const _ of setInterval(50)) {
    const chunk = chunks.shift();
    if (chunk === undefined || socket.destroyed) break;
    socket.write(chunk);
  }
  await closed;
  return reply;
}
const times = (count: number, chunk: string) => Array.from({ length: count }, () => chunk);

describe('a slow request body', () => {
  it('is rejected with 408 if no large body is expected (T-DOS-01)', async () => {
    expect(await trickle('/plain', times(100, 'x'), 1000)).toMatch(/^HTTP\/1.1 408 /);
  });

  it('is accepted by uploads while data keeps arriving (T-UPL-03)', async () => {
    expect(await trickle('/upload', times(12, 'x'.repeat(100)), 1200)).toMatch(/ 200 OK[\s\S]*1200 bytes$/);
  });

  it('is rejected by uploads too if it stops or is far too slow', async () => {
    expect(await trickle('/upload', ['x'.repeat(300)], 1000)).toMatch(/^HTTP\/1.1 408 /);
    expect(await trickle('/upload', times(100, 'x'), 1000)).toMatch(/^HTTP\/1.1 408 /);
  });

  it('does not keep a rejected connection open (T-UPL-08)', async () => {
    const reply = await trickle('/closed', times(100, 'x'), 1000);
    expect(reply).toMatch(/^HTTP\/1.1 401 /);
    expect(reply).not.toMatch(/^HTTP\/1.1 408 /m);
  });
});

it('a fast body is accepted', async () => {
  expect(await trickle('/plain', ['x'.repeat(10)], 10)).toMatch(/ 200 OK[\s\S]*10 bytes$/);
});
