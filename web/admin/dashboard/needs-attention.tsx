import { useQuery } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import { Link } from 'react-router';
import { shortRupees } from '../../../shared/money.ts';
import { read } from '../parts/data.ts';
import { Section, SkeletonLines } from './section.tsx';

/** The newest entries that need attention. */
export function NeedsAttention({ count }: { count: number | undefined }) {
  const newest = useQuery({ ...read('GET /attention', { query: { limit: 3 } }), enabled: Boolean(count) });
  const isLoading = count === undefined || (count > 0 && newest.isPending);
  return (
    <Section
      title="Needs attention"
      aside={
        <Link
          to="/admin/attention"
          className="grid min-h-9 place-items-center text-xs text-press underline-offset-4 hover:underline"
        >
          {count ? `See all ${count.toLocaleString('en-IN')}` : 'See all'}
        </Link>
      }
    >
      {isLoading && <SkeletonLines count={3} height="h-14" />}
      {count === 0 && (
        <p className="flex items-center gap-2 py-3 text-ink-soft">
          <CircleCheck className="size-4.5 text-leaf" aria-hidden="true" />
          All payments and refunds are in order.
        </p>
      )}
      {count !== 0 && (
        <ul className="grid gap-2">
          {newest.data?.items.map((item) => (
            <li key={item._id}>
              <Link
                to={`/admin/attention#${item._id}`}
                className="flex items-center gap-3 rounded-md bg-turmeric-tint px-3 py-2 text-ink hover:ring-1 hover:ring-turmeric"
              >
                <span className="min-w-0 flex-1">
                  <span className="block truncate font-medium">{item.title}</span>
                  {item.order_number && (
                    <span className="block text-xs text-turmeric-ink">Order {item.order_number}</span>
                  )}
                </span>
                {item.amount !== null && (
                  <span className="figures shrink-0 font-semibold">{shortRupees(item.amount)}</span>
                )}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
