import { useCallback, useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';

/** Goes to another page after a while, unless this one is left before. */
export function useLater(): (to: string, delayMs: number, state?: object) => void {
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
