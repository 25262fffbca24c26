import { useQuery } from '@tanstack/react-query';
import { read } from '../parts/data.ts';
import { Tabs } from '../parts/page/page-head.tsx';
import { useSession } from '../session.ts';

function useCounts() {
  const isSignedIn = useSession().state === 'in';
  return useQuery({ ...read('GET /reviews/counts'), enabled: isSignedIn, refetchInterval: 60_000 }).data;
}

/** The number of reviews and questions that wait, beside the link in the bars. */
export function WaitingBadge() {
  const counts = useCounts();
  const count = counts ? counts.pending + counts.reported + counts.questions : 0;
  if (count === 0) return null;
  return (
    <span className="figures rounded-full bg-madder px-1.5 text-xs font-semibold text-on-madder lg:ml-auto">
      {count > 99 ? '99+' : count}
      <span className="sr-only"> waiting</span>
    </span>
  );
}

/** The pages of reviews and questions, with what waits in each. */
export function ReviewTabs() {
  const { pending = 0, reported = 0, questions = 0 } = useCounts() ?? {};
  const named = (label: string, count: number) => (count > 0 ? `${label} (${count})` : label);
  return (
    <Tabs
      label="Reviews and questions"
      tabs={[
        ['/admin/reviews', named('Reviews', pending + reported)],
        ['/admin/reviews/questions', named('Questions', questions)],
      ]}
    />
  );
}
