import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/**
 * How long the server waits: headers come at once, and no request at all takes longer than the largest upload
 * over a poor line. Bodies are watched more closely below. In milliseconds.
 */
export const connectionLimits = {
  requestTimeout: 3_600_000,
  http: { headersTimeout: 15_000, connectionsCheckingInterval: 5000 },
};

type Timeouts = {
  /** For a whole body. */
  bodyMs: number;
  /** A slow body may pause for so long. */
  stallMs: number;
  /** Bytes that must come in that time. */
  leastBytes: number;
};
const usual: Timeouts = { bodyMs: 30_000, stallMs: 20_000, leastBytes: 20_000 };

const watched = new WeakMap<IncomingMessage, () => void>();

/**
 * Cuts off a body that does not come within 30 s, so that connections held open by trickling do not pile up
 * (threats T-DOS-01), unless the route allows a slow one.
 */
export function slowBodies(app: FastifyInstance, timeouts: Timeouts = usual): void {
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
        // What waits here to be worked on is our slowness, not the caller's.
        const ours = raw.readableLength + raw.socket.readableLength > 0;
        if (!ours && raw.socket.bytesRead - seen < timeouts.leastBytes) cut();
        seen = raw.socket.bytesRead;
      }, timeouts.stallMs).unref();
    });
  });
}

/** A large body over a phone's line may take its time as long as it keeps coming. For callers who are let in. */
export function allowSlowBody({ raw }: FastifyRequest): void {
  watched.get(raw)?.();
  watched.delete(raw);
}

function cutOff(app: FastifyInstance, { raw }: FastifyRequest, reply: FastifyReply): void {
  // Without a connection of its own (an injected call) there is nothing to cut.
  if (raw.complete || raw.destroyed || raw.socket.destroyed !== false) return;
  if (reply.raw.headersSent) raw.socket.destroy();
  else {
    const late = Object.assign(new Error('The body came too slowly'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
    app.server.emit('clientError', late, raw.socket);
  }
}
