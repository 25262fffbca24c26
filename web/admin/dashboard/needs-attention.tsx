import { useQuery } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import { Link } from 'react-router';
import { shortRupees } from '../../../shared/money.ts';
import { read } from '../parts/data.ts';
import { formatCount } from '../parts/text.ts';
import { DataSection } from './section.tsx';

/** The newest entries that need attention. */
export function NeedsAttention({ count }: { count: number | undefined }) {
  const newest = useQuery({ ...read('GET /attention', { query: { limit: 3 } }), enabled: Boolean(count) });
  const items = count === 0 || newest.isError ? [] : newest.data?.items;
  return (
    <DataSection
      title="Needs attention"
      lines={3}
      data={items}
      empty={
        count === 0 && (
          <p className="flex items-center gap-2">
            <CircleCheck className="size-4.5 text-leaf" />
            Everything is in order.
          </p>
        )
      }
      aside={
        <Link
          to="/admin/attention"
          className="grid min-h-9 place-items-center text-xs text-press underline-offset-4 hover:underline"
        >
          {count ? `See all ${formatCount(count)}` : 'See all'}
        </Link>
      }
    >
      {(shown) => (
        <ul className="grid gap-2">
          {shown.map((item) => (
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
    </DataSection>
  );
}
