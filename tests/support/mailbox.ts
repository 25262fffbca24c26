import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

export type Received = {
  from: string;
  to: string[];
  /** The decoded mail: header lines, then every text part. */
  text: string;
  headers: string;
};

/**
 * Starts a mail server that stores what it receives, on a free port by default. `refuse` sets a reply for every
 * recipient.
 */
export async function startMailServer(fixedPort = 0) {
  const received: Received[] = [];
  let accepted = Promise.resolve();
  let refusal: { code: number; text: string } | undefined;
  const open = (port: number) => {
    const server = new SMTPServer({
      authOptional: true,
      // A reverse lookup of 127.0.0.1 can take 30 s without a name server.
      disableReverseLookup: true,
      disabledCommands: ['STARTTLS'],
      onRcptTo(_address, _session, done) {
        if (!refusal) return done();
        done(Object.assign(new Error(refusal.text), { responseCode: refusal.code }));
      },
      onData(stream, session, done) {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => {
          const { mailFrom, rcptTo } = session.envelope;
          const raw = Buffer.concat(chunks).toString('utf8');
          received.push({
            from: mailFrom ? mailFrom.address : '',
            to: rcptTo.map(({ address }) => address),
            headers: raw.slice(0, raw.indexOf('\r\n\r\n')),
            text: decoded(raw),
          });
          void accepted.then(() => done());
        });
      },
    });
    // A shop that is killed while it sends breaks its connection. Any other error is a fault of the test.
    server.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ECONNRESET' && error.code !== 'EPIPE') throw error;
    });
    server.listen(port, '127.0.0.1');
    return server;
  };
  let server = open(fixedPort);
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  const stop = () => new Promise<void>((resolve) => server.close(resolve));

  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    refuse(code?: number, text = 'not now') {
      refusal = code === undefined ? undefined : { code, text };
    },
    /** Receives mails, but confirms none until the returned function is called. */
    hold(): () => void {
      const { promise, resolve } = Promise.withResolvers<void>();
      accepted = promise;
      return resolve;
    },
    stop,
    async startAgain() {
      server = open(port);
      await once(server.server, 'listening');
    },
    /** Waits for the newest mail to this address that matches. */
    async waitFor(to: string, pattern: RegExp, timeoutMs = 60_000): Promise<Received> {
      for (const began = Date.now(); Date.now() - began < timeoutMs; ) {
        const found = received.findLast((mail) => mail.to.includes(to) && pattern.test(mail.text));
        if (found) return found;
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
      throw new Error(`no mail to ${to} with ${pattern}; there are ${received.length} in all`);
    },
  };
}

/** Decodes quoted-printable and base64 text parts. */
function decoded(raw: string): string {
  const parts = raw.split(/\r\n--[^\r\n]+\r\n/);
  return parts
    .map((part) => {
      const [head = '', ...body] = part.split('\r\n\r\n');
      const text = body.join('\r\n\r\n');
      if (/content-transfer-encoding: quoted-printable/i.test(head))
        return `${head}\n\n${quotedPrintable(text)}`;
      if (/content-type: text/i.test(head) && /transfer-encoding: base64/i.test(head)) {
        return `${head}\n\n${Buffer.from(text, 'base64').toString('utf8')}`;
      }
      return part;
    })
    .join('\n');
}

function quotedPrintable(text: string): string {
  const bytes = text
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}
