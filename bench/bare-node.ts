// The limit of kept pages: a server of Node that sends the same bytes and headers for every address, without anything
// else. rows.ts starts it as a process of its own.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What the shop replied; the body as it was sent, in base64. */
export type RecordedReply = { status: number; headers: [string, string][]; body: string };

let recorded: RecordedReply = { status: 200, headers: [], body: '' };
let body = Buffer.of();
const server = createServer((_request, reply) => {
  reply.writeHead(recorded.status, recorded.headers.flat());
  reply.end(body);
});

process.on('message', (reply: RecordedReply) => {
  recorded = reply;
  body = Buffer.from(reply.body, 'base64');
  const listening = () => process.send?.({ port: (server.address() as AddressInfo).port });
  if (server.listening) listening();
  else server.listen(0, '127.0.0.1', listening);
});
