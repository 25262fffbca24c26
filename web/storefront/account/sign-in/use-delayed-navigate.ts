import { useCallback, useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';

/** Returns a function that opens another page after a delay, unless this page is left before. */
export function useDelayedNavigate(): (to: string, delayMs: number, state?: object) => void {
  const navigate = useNavigate();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return useCallback(
    (to, delayMs, state) => {
      timer.current = setTimeout(() => navigate(to, { replace: true, state }), delayMs);
    },
    [navigate],
  );
}
