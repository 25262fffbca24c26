import { Bell } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { canNotify, type Followed, follow, isFollowing, stopNotifications } from './notifications.ts';

const refused =
  'Your browser does not allow notifications from this shop. You can change this in its settings.';

/** Offers notifications on this device, which are asked for with the click only. Nothing in browsers without them. */
export function TellMe({ followed, label, done }: { followed: Followed; label: string; done: string }) {
  const [state, setState] = useState<'hidden' | 'offered' | 'on'>('hidden');
  const [problem, setProblem] = useState('');
  // The server does not know the browser.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each page
  useEffect(() => {
    setState(isFollowing(followed) ? 'on' : canNotify() ? 'offered' : 'hidden');
  }, []);

  const attempt = (act: () => Promise<string>) => async () => {
    setProblem('');
    setProblem(await act().catch(() => 'That did not work. Please try again.'));
  };
  const start = attempt(async () => {
    if (!(await follow(followed))) return refused;
    setState('on');
    return '';
  });
  const stop = attempt(async () => {
    await stopNotifications();
    setState('offered');
    return '';
  });

  if (state === 'hidden') return null;
  return (
    <div className="print:hidden">
      {state === 'offered' ? (
        <Button variant="secondary" icon={Bell} action={start}>
          {label}
        </Button>
      ) : (
        <p role="status" className="text-sm">
          {done}{' '}
          <button type="button" onClick={stop} className="min-h-11 text-press underline underline-offset-4">
            Turn off
          </button>
        </p>
      )}
      <p role="alert" className="mt-1 text-sm text-madder empty:hidden">
        {problem}
      </p>
    </div>
  );
}
