import { useCallback, useEffect, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.tsx';
import { busy, offline } from './failure.ts';

const delay = 15_000;

/** Loads the page again, automatically when the connection returns. This page stays until there is a reply. */
export function Retry() {
  const [trying, setTrying] = useState(false);
  const retry = useCallback(async () => {
    setTrying(true);
    const answer = await fetch(window.location.href, {
      cache: 'no-store',
      signal: AbortSignal.timeout(delay),
    }).catch(() => null);
    if (answer && answer.status < 500 && answer.status !== 429) return window.location.reload();
    setTrying(false);
    toast(answer ? busy.text : offline.text, 'error');
  }, []);
  useEffect(() => {
    window.addEventListener('online', retry);
    return () => window.removeEventListener('online', retry);
  }, [retry]);
  return (
    <Button busy={trying} onClick={retry}>
      Retry
    </Button>
  );
}
