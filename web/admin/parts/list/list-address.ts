import { useCallback, useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';

export type Address = ReturnType<typeof useAddress>;

/**
 * The filters, the order and the page of a list, stored in the address as `filters`, `sort` and `page`, or `before` in a
 * list without page numbers. A change of a filter returns to the start of the list.
 */
export function useAddress(filters: readonly string[], limit = 25) {
  const [params, setParams] = useSearchParams();
  const get = (name: string) => params.get(name)?.trim() ?? '';
  const page = Math.max(1, Number.parseInt(get('page'), 10) || 1);
  /** The changes made, the newest last; the address follows a moment later, and may skip some. */
  const requested = useRef([params.toString()]);
  useEffect(() => {
    const index = requested.current.indexOf(params.toString());
    requested.current = index < 0 ? [params.toString()] : requested.current.slice(index);
  }, [params]);
  const put = useCallback(
    (changes: Record<string, string>) => {
      // A link may have changed the address, which this component is rendered for a moment later.
      const shown = new URLSearchParams(window.location.search).toString();
      const next = new URLSearchParams(requested.current.includes(shown) ? requested.current.at(-1) : shown);
      if (!('page' in changes)) {
        next.delete('page');
        next.delete('before');
      }
      for (const [name, value] of Object.entries(changes)) {
        if (value && !(name === 'page' && value === '1')) next.set(name, value);
        else next.delete(name);
      }
      requested.current.push(next.toString());
      setParams(next, { replace: !('page' in changes), preventScrollReset: !('page' in changes) });
    },
    [setParams],
  );
  const changeable = [...filters, 'sort'];
  const matching = new URLSearchParams(filters.filter(get).map((name) => [name, get(name)]));
  return {
    get,
    put,
    page,
    limit,
    /** The filters in use. */
    matching,
    filtered: matching.size > 0,
    /** The number of filters and sort orders in use, not counting the search. */
    used: changeable.filter((name) => name !== 'search' && get(name)).length,
    query: new URLSearchParams([...matching, ['page', String(page)], ['limit', String(limit)]]),
    reset: () => put(Object.fromEntries(changeable.map((name) => [name, '']))),
    turn: (to: number) => put({ page: String(to) }),
    /** Properties of a `Choice` or a `Day`. */
    field: (name: string) => ({
      value: get(name),
      onChange: (value: string) => put({ [name]: value }),
    }),
  };
}
