import { unavailable } from '../errors.ts';

/**
 * Lets `width` callers work at once and the others wait in the order they came. Whoever has waited too long gets
 * 503 and may come again.
 */
export function createLimiter({ width, maxWaitMs }: { width: number; maxWaitMs: number }) {
  const waiting: (() => void)[] = [];
  let inside = 0;

  return async function pass<T>(work: () => Promise<T>): Promise<T> {
    if (inside < width) inside++;
    else await turn();
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else inside--;
    }
  };

  function turn(): Promise<void> {
    return new Promise((resolve, reject) => {
      const giveUp = setTimeout(() => {
        waiting.splice(waiting.indexOf(enter), 1);
        reject(unavailable('The shop is very busy just now. Please try again in a moment.'));
      }, maxWaitMs);
      const enter = () => {
        clearTimeout(giveUp);
        resolve();
      };
      waiting.push(enter);
    });
  }
}
