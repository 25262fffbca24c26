import { Server } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { unavailable } from '../errors.ts';

export type Stopping = ReturnType<typeof createStopping>;

/**
 * How a process ends without losing a request: from the beginning of its end, each connection is closed with its next
 * reply. Proxies, which ask for its health every second, learn that it stops before it closes its port (decision 56).
 */
export function createStopping() {
  let hasBegun = false;
  let isNoticeGiven = false;
  let reads = 0;
  const { promise: isKnown, resolve } = Promise.withResolvers<void>();
  return {
    hasBegun: () => hasBegun,

    /** Adds the hooks. */
    register(app: FastifyInstance): void {
      // Closes connections after their reply during shutdown, which would otherwise wait until they are idle.
      app.addHook('preClose', async () => {
        hasBegun = true;
      });
      app.addHook('onSend', async (_request, reply) => {
        if (hasBegun) reply.header('connection', 'close');
      });
    },

    /** Called for each health check. Errors: 503 when the process is about to stop. */
    checkHealth(): void {
      if (!isNoticeGiven) return;
      if (++reads === 2) resolve();
      throw unavailable('The shop is stopping.');
    },

    /** Answers everything until two health checks have been told that the process stops, or `maxMs` are over. */
    async giveNotice(maxMs: number): Promise<void> {
      hasBegun = true;
      isNoticeGiven = true;
      await Promise.race([isKnown, sleep(maxMs)]);
    },

    /**
     * Accepts no more connections. Resolves when the open ones have ended, or after `maxMs`: each ends with its next
     * reply, or when it has been idle for the keep-alive time.
     */
    async drain({ server }: FastifyInstance, maxMs: number): Promise<void> {
      hasBegun = true;
      // The close of an HTTP server would cut idle connections, on which a request may be on its way.
      const ended = new Promise((done) => Server.prototype.close.call(server, done));
      await Promise.race([ended, sleep(maxMs, undefined, { ref: false })]);
    },
  };
}
