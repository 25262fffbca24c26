import { useEffect, useEffectEvent, useRef } from 'react';

/** Does something when `value` has become another one; not at first. */
export function useChange<Value>(value: Value, act: () => void) {
  const before = useRef(value);
  const changed = useEffectEvent(act);
  useEffect(() => {
    if (value === before.current) return;
    before.current = value;
    changed();
  }, [value]);
}
