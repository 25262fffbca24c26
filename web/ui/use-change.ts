import { useEffect, useEffectEvent, useRef } from 'react';

/** Calls `act` with the previous value when `value` has changed since the previous render, but not on mount. */
export function useChange<Value>(value: Value, act: (previous: Value) => void) {
  const before = useRef(value);
  const changed = useEffectEvent(act);
  useEffect(() => {
    const previous = before.current;
    if (value === previous) return;
    before.current = value;
    changed(previous);
  }, [value]);
}
