import { useEffect, useState } from 'react';

const confirmationMs = 1000;

/** Whether something was added to the cart: true for a second after each `confirm()` (spec §4). */
export function useAdded(): [added: boolean, confirm: () => void] {
  const [times, setTimes] = useState(0);
  const [added, setAdded] = useState(false);
  useEffect(() => {
    if (times === 0) return;
    setAdded(true);
    const timer = setTimeout(() => setAdded(false), confirmationMs);
    return () => clearTimeout(timer);
  }, [times]);
  return [added, () => setTimes((before) => before + 1)];
}
