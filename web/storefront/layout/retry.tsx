import { useEffect } from 'react';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.tsx';
import { busy, offline } from './temporary-failure.ts';

const timeoutMs = 15_000;

/** Reloads the page once the server replies, also automatically when the connection returns. */
export function Retry() {
  useEffect(() => {
    window.addEventListener('online', retry);
    return () => window.removeEventListener('online', retry);
  }, []);
  return <Button action={retry}>Retry</Button>;
}

async function retry() {
  const response = await fetch(window.location.href, {
    cache: 'no-store',
    signal: AbortSignal.timeout(timeoutMs),
  }).catch(() => null);
  if (response && response.status < 500 && response.status !== 429) return window.location.reload();
  toast(response ? busy.text : offline.text, 'error');
}
