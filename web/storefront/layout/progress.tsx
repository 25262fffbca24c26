import { useEffect, useState } from 'react';
import { useNavigation } from 'react-router';
import { Spinner } from '../../ui/spinner.tsx';

const delayMs = 150;

export function Progress() {
  const loading = useNavigation().state === 'loading';
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    if (!loading) return setSlow(false);
    const timer = setTimeout(() => setSlow(true), delayMs);
    return () => clearTimeout(timer);
  }, [loading]);
  if (!slow) return null;
  return (
    <div className="fixed inset-x-0 top-4 z-40 flex justify-center">
      <span className="toast-in grid size-12 place-items-center rounded-full bg-card text-press shadow-float">
        <Spinner label="Loading" />
      </span>
    </div>
  );
}
