const atOnce = 2;
const queue: (() => void)[] = [];
let running = 0;

/** Runs picture work two at a time: more would only fill the memory. */
export async function createQueue<T>(work: () => Promise<T>): Promise<T> {
  if (running >= atOnce) await new Promise<void>((resolve) => queue.push(resolve));
  else running++;
  try {
    return await work();
  } finally {
    const next = queue.shift();
    if (next) next();
    else running--;
  }
}
