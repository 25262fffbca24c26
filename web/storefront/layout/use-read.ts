import { useEffect, useEffectEvent, useRef, useState } from 'react';

/**
 * Data of one person, which the browser reads: once for each `key`, and at each `reload`. Nothing is read while the key
 * is undefined. `read` gets the previous data and a signal that is aborted when nobody waits for its reply any more.
 * `data` is the last reply; it stays while it is read again and if that fails.
 */
export function useRead<Data>(
  key: string | undefined,
  read: (signal: AbortSignal, previous: Data | undefined) => Promise<Data>,
) {
  const [data, setData] = useState<Data>();
  const [error, setError] = useState<Error>();
  const [isLoading, setIsLoading] = useState(false);
  const request = useRef<AbortController>(undefined);

  async function reload(): Promise<void> {
    request.current?.abort();
    request.current = new AbortController();
    const { signal } = request.current;
    setError(undefined);
    setIsLoading(true);
    const failed = (reason: Error) => signal.aborted || setError(reason);
    await read(signal, data).then((reply) => signal.aborted || setData(() => reply), failed);
    if (!signal.aborted) setIsLoading(false);
  }

  const start = useEffectEvent(reload);
  useEffect(() => {
    if (key === undefined) return setData(undefined);
    void start();
    return () => request.current?.abort();
  }, [key]);

  return { data, error, isLoading, reload, setData };
}
