import { useCallback, useEffect, useState } from 'react';
import { ApiError, api, type CallOptions } from '../../api.ts';
import { withSignIn } from '../session.ts';

type Call<T> = {
  data: T | undefined;
  /** What went wrong, in words for people; the last good answer stays in `data`. */
  error: string | null;
  missing: boolean;
  loading: boolean;
  reload: () => void;
  /** Shows a change at once, before or instead of reading again. */
  set: (change: (data: T) => T) => void;
};

/** Reads a call and reads it again when the path changes. Null reads nothing. `failed` is said when it fails. */
export const useCall = <T>(path: string | null, failed: string): Call<T> =>
  useReading(path, failed, api.get<T>);

function useReading<T>(
  path: string | null,
  failed: string,
  read: (path: string, options: CallOptions) => Promise<T>,
): Call<T> {
  const [state, setState] = useState<{ data?: T; error: ApiError | true | null; of: string | null }>({
    error: null,
    of: null,
  });
  const [turn, setTurn] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `turn` reads again, `read` stays what it is
  useEffect(() => {
    if (path === null) return;
    const ending = new AbortController();
    withSignIn(() => read(path, { signal: ending.signal }))
      .then((data) => setState({ data, error: null, of: path }))
      .catch((error: unknown) => {
        if (ending.signal.aborted) return;
        setState((now) => ({ ...now, error: error instanceof ApiError ? error : true, of: path }));
      });
    return () => ending.abort();
  }, [path, turn]);
  const reload = useCallback(() => setTurn((now) => now + 1), []);
  const set = useCallback(
    (change: (data: T) => T) =>
      setState((now) => (now.data === undefined ? now : { ...now, data: change(now.data) })),
    [],
  );
  const { data, error, of } = state;
  return {
    data,
    error: error && failed,
    missing: error instanceof ApiError && error.status === 404,
    loading: path !== null && of !== path,
    reload,
    set,
  };
}
