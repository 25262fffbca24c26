import { useEffect, useEffectEvent, useRef } from 'react';

/** Calls `act` when `value` has changed since the previous render, but not on mount. */
export function useChange<Value>(value: Value, act: () => void) {
  const before = useRef(value);
  const changed = useEffectEvent(act);
  useEffect(() => {
    if (value === before.current) return;
    before.current = value;
    changed();
  }, [value]);
}
