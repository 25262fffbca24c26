import { useCallback, useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';

/** The filters and the page of a list, kept in the address. A change of a filter begins again at page 1. */
export function useAddress<Filter extends string>() {
  const [params, setParams] = useSearchParams();
  const get = (name: Filter) => params.get(name) ?? '';
  const page = Math.max(1, Number.parseInt(params.get('page') ?? '1', 10) || 1);
  /** What was asked for, the newest last; the address follows a moment later, perhaps not to each. */
  const asked = useRef([params.toString()]);
  useEffect(() => {
    const at = asked.current.indexOf(params.toString());
    asked.current = at < 0 ? [params.toString()] : asked.current.slice(at);
  }, [params]);
  const put = useCallback(
    (changes: Partial<Record<Filter | 'page' | 'limit', string>>) => {
      const next = new URLSearchParams(asked.current.at(-1));
      if (!('page' in changes)) next.delete('page');
      for (const [name, value] of Object.entries<string | undefined>(changes)) {
        if (value) next.set(name, value);
        else next.delete(name);
      }
      asked.current.push(next.toString());
      setParams(next, { replace: !('page' in changes), preventScrollReset: !('page' in changes) });
    },
    [setParams],
  );
  return { params, get, put, page };
}
