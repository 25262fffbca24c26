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
