import { data } from 'react-router';

type StatusError = { status: number; message: string };

function hasStatus(error: unknown): error is StatusError {
  return error instanceof Error && 'status' in error && typeof error.status === 'number';
}

/**
 * Awaits a verb of the shop inside a loader. An error that carries a status becomes a response with that
 * status and its message, so that the nearest error page shows it; any other error passes through as a 500.
 */
export async function load<T>(result: Promise<T>): Promise<T> {
  try {
    return await result;
  } catch (error) {
    if (hasStatus(error)) throw data({ message: error.message }, { status: error.status });
    throw error;
  }
}
