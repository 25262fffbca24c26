import { useQuery } from '@tanstack/react-query';
import { read } from '../parts/data.ts';
import { useSession } from '../session.ts';

/** The number of unread queries, beside the link in the bars; refreshed every minute. */
export function UnreadBadge() {
  const isSignedIn = useSession().state === 'in';
  const { data } = useQuery({ ...read('GET /contact/unread'), enabled: isSignedIn, refetchInterval: 60_000 });
  const count = data?.unread ?? 0;
  if (!isSignedIn || count === 0) return null;
  return (
    <span className="figures rounded-full bg-madder px-1.5 text-xs font-semibold text-on-madder lg:ml-auto">
      {count > 99 ? '99+' : count}
      <span className="sr-only"> unread</span>
    </span>
  );
}
