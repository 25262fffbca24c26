import { AsyncLocalStorage } from 'node:async_hooks';
import { writeSync } from 'node:fs';
import { pino } from 'pino';

export type Log = ReturnType<typeof createLog>;

/** What the program is doing, as fields of each line that is logged meanwhile: the id of a request or of a job. */
export const logContext = new AsyncLocalStorage<{ reqId: string } | { job: string; jobId: string }>();

/** Creates the log on standard output, one JSON line per entry. It contains no secrets; URLs are logged without query. */
export function createLog(level: string) {
  const options = {
    level,
    mixin: () => logContext.getStore() ?? {},
    redact: [
      'req.headers.authorization',
      'req.headers["x-order-key"]',
      // The upload parser logs them at level trace.
      'busboyOptions.headers',
      // Values that violated a constraint, such as an e-mail address.
      'err.detail',
      'err.aggregateErrors[*].detail',
    ],
    serializers: {
      req: (request: { method: string; url: string; id: string }) => ({
        id: request.id,
        method: request.method,
        url: request.url.split('?', 1)[0],
      }),
    },
  };
  return pino(options, { write: writeLine });
}

const pause = new Int32Array(new SharedArrayBuffer(4));

/** Writes to standard output. A line that can't be written, such as on a full disk, is lost: the shop goes on. */
function writeLine(line: string): void {
  for (let rest = Buffer.from(line); rest.length > 0; ) {
    try {
      rest = rest.subarray(writeSync(1, rest));
    } catch (error) {
      // A pipe whose reader is slow is full for a moment.
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') return;
      Atomics.wait(pause, 0, 0, 5);
    }
  }
}
