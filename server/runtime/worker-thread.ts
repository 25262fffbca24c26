import { ShopError } from '../errors.ts';

/** A function of a module, and the arguments to call it with. */
export type WorkerTask = { url: string; name: string; args: unknown[] };

/** What a function returned, or the ShopError that it threw, which would lose its class between threads. */
export type Outcome =
  // The type of the result is that of the function, which only the caller of the pool knows.
  { result: never } | { refusal: Pick<ShopError, 'code' | 'message' | 'errors'> };

type Functions = Record<string, (...args: unknown[]) => never>;

/** The entry of a worker thread: runs one task. */
export default async function runTask({ url, name, args }: WorkerTask): Promise<Outcome> {
  const functions: Functions = await import(url);
  const work = functions[name];
  if (!work) throw new Error(`${url} has no function ${name}`);
  try {
    return { result: await work(...args) };
  } catch (error) {
    if (!(error instanceof ShopError)) throw error;
    const { code, message, errors } = error;
    return { refusal: { code, message, errors } };
  }
}
