import { pino } from 'pino';

export type Log = ReturnType<typeof createLog>;

/** Creates the log on standard output, one JSON line per entry. It contains no secrets; URLs are logged without query. */
export function createLog(level: string) {
  return pino({
    level,
    redact: [
      'req.headers.authorization',
      'req.headers["x-order-key"]',
      // The upload parser logs them at level trace.
      'busboyOptions.headers',
      // Values that violated a constraint, such as an e-mail address.
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
