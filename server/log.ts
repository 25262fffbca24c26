import { pino } from 'pino';

export type Log = ReturnType<typeof createLog>;

/** The log on standard output, a JSON line each. Secrets and keys never reach it: addresses go without a query. */
export function createLog(level: string) {
  return pino({
    level,
    redact: [
      'req.headers.authorization',
      'req.headers["x-order-key"]',
      // What the upload parser tells at level trace.
      'busboyOptions.headers',
      // The values that broke a constraint: someone's e-mail, for one.
      'err.detail',
    ],
    serializers: {
      req: (request: { method: string; url: string; id: string }) => ({
        id: request.id,
        method: request.method,
        url: request.url.split('?', 1)[0],
      }),
    },
  });
}
