import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

type Timeouts = {
  /** For a whole body. */
  bodyMs: number;
  /** The longest pause of a slow body. */
  stallMs: number;
  /** The bytes that must arrive in that time. */
  minBytes: number;
};
const defaults: Timeouts = { bodyMs: 30_000, stallMs: 20_000, minBytes: 20_000 };

const watched = new WeakMap<IncomingMessage, () => void>();

/**
 * Closes the connection of a body that does not arrive within 30 s, unless the route allows slow bodies. Otherwise
 * slow clients could use up all connections (threats T-DOS-01).
 */
export function slowBodies(app: FastifyInstance, timeouts: Timeouts = defaults): void {
  app.addHook('onRequest', async (request, reply) => {
    const { raw } = request;
    const { 'content-length': length = '0', 'transfer-encoding': chunked } = raw.headers;
    if (length === '0' && !chunked) return;
    const cut = () => cutOff(app, request, reply);
    let timer = setTimeout(cut, timeouts.bodyMs).unref();
    raw.once('close', () => clearTimeout(timer));
    watched.set(raw, () => {
      clearTimeout(timer);
      if (raw.complete || raw.destroyed) return;
      let seen = raw.socket.bytesRead;
      timer = setInterval(() => {
        // Data in these buffers waits for the server, not for the client.
        const isBuffered = raw.readableLength + raw.socket.readableLength > 0;
        if (!isBuffered && raw.socket.bytesRead - seen < timeouts.minBytes) cut();
        seen = raw.socket.bytesRead;
      }, timeouts.stallMs).unref();
    });
  });
}

/** Lets the body of this request take longer as long as data keeps arriving. For authorised uploads. */
export function allowSlowBody({ raw }: FastifyRequest): void {
  watched.get(raw)?.();
  watched.delete(raw);
}

function cutOff(app: FastifyInstance, { raw }: FastifyRequest, reply: FastifyReply): void {
  // Injected requests (in tests) have no connection.
  if (raw.complete || raw.destroyed || raw.socket.destroyed !== false) return;
  if (reply.raw.headersSent) raw.socket.destroy();
  else {
    const late = Object.assign(new Error('The body came too slowly'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
    app.server.emit('clientError', late, raw.socket);
  }
}
