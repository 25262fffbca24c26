import { get } from 'node:http';

/** A reply with its body as it was sent, still compressed. */
export type RawReply = { status: number; headers: [string, string][]; body: Buffer };

/** Sends one GET request. */
export function request(url: string, headers: Record<string, string>): Promise<RawReply> {
  const { promise, resolve, reject } = Promise.withResolvers<RawReply>();
  get(url, { headers }, (reply) => {
    const parts: Buffer[] = [];
    reply.on('data', (part: Buffer) => parts.push(part)).on('error', reject);
    reply.on('end', () => {
      const pairs = reply.rawHeaders.flatMap((name, index): [string, string][] =>
        index % 2 === 0 ? [[name, reply.rawHeaders[index + 1] ?? '']] : [],
      );
      resolve({ status: reply.statusCode ?? 0, headers: pairs, body: Buffer.concat(parts) });
    });
  }).on('error', reject);
  return promise;
}
