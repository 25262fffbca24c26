import { data } from 'react-router';

/** Awaits a result in a loader. An error with a status becomes a response, which the nearest error page shows. */
export async function load<T>(result: Promise<T>): Promise<T> {
  try {
    return await result;
  } catch (error) {
    if (error instanceof Error && 'status' in error && typeof error.status === 'number') {
      throw data({ message: error.message }, { status: error.status });
    }
    throw error;
  }
}

/** Copies only these fields, so that a page's data contains no others. */
export function pick<T extends object, Field extends keyof T>(
  source: T,
  fields: readonly Field[],
): Pick<T, Field> {
  const wanted: readonly PropertyKey[] = fields;
  const copy = { ...source };
  for (const name of Object.keys(copy)) if (!wanted.includes(name)) Reflect.deleteProperty(copy, name);
  return copy;
}
