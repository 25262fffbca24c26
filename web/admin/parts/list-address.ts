import { useCallback, useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';

/** The filters and the page of a list, stored in the address. A change of a filter returns to page 1. */
export function useAddress<Filter extends string>() {
  const [params, setParams] = useSearchParams();
  const get = (name: Filter) => params.get(name) ?? '';
  const page = Math.max(1, Number.parseInt(params.get('page') ?? '1', 10) || 1);
  /** The changes made, the newest last; the address follows a moment later, and may skip some. */
  const requested = useRef([params.toString()]);
  useEffect(() => {
    const at = requested.current.indexOf(params.toString());
    requested.current = at < 0 ? [params.toString()] : requested.current.slice(at);
  }, [params]);
  const put = useCallback(
    (changes: Partial<Record<Filter | 'page' | 'limit', string>>) => {
      const next = new URLSearchParams(requested.current.at(-1));
      if (!('page' in changes)) next.delete('page');
      for (const [name, value] of Object.entries<string | undefined>(changes)) {
        if (value && !(name === 'page' && value === '1')) next.set(name, value);
        else next.delete(name);
      }
      requested.current.push(next.toString());
      setParams(next, { replace: !('page' in changes), preventScrollReset: !('page' in changes) });
    },
    [setParams],
  );
  return { params, get, put, page };
}
