import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * The first of this many consecutive free ports. They are below the ephemeral ports, so that no other connection uses
 * them before a server listens there.
 */
export async function freePorts(count = 1): Promise<number> {
  for (;;) {
    const first = randomInt(20_000, 30_000);
    const ports = Array.from({ length: count }, (_, index) => first + index);
    if ((await Promise.all(ports.map(isFree))).every(Boolean)) return first;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
      .on('error', () => resolve(false))
      .listen(port, () => server.close(() => resolve(true)));
  });
}
