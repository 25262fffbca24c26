import { useSyncExternalStore } from 'react';
import { api } from '../../api.ts';
import { useSession } from '../session.ts';

const listeners = new Set<() => void>();
let unread = 0;
let timer: ReturnType<typeof setInterval> | undefined;

/** How many queries nobody has read, beside their place in the bars. */
export function UnreadBadge() {
  return useSession().state === 'in' ? <Count /> : null;
}

function Count() {
  const count = useSyncExternalStore(subscribe, () => unread);
  if (count === 0) return null;
  return (
    <span className="figures rounded-full bg-madder px-1.5 text-xs font-semibold text-on-madder lg:ml-auto">
      {count > 99 ? '99+' : count}
      <span className="sr-only"> unread</span>
    </span>
  );
}

/** Counts again, after something was read, answered or deleted. */
export async function countUnread(): Promise<void> {
  try {
    ({ unread } = await api.get<{ unread: number }>('/contact/unread'));
    for (const listener of listeners) listener();
  } catch {
    // The number stays as it is; the next minute asks again.
  }
}

/** While anyone looks at the number it is asked for each minute. */
function subscribe(listener: () => void) {
  listeners.add(listener);
  if (timer === undefined) {
    void countUnread();
    timer = setInterval(() => {
      if (!document.hidden) void countUnread();
    }, 60_000);
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}
