import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { Notice } from '../../ui/notice.tsx';
import { read, useMay } from '../parts/data.ts';

/** After settings were saved: the published policies that now say something else, each with its page. */
export function PolicyNotice() {
  const mayEdit = useMay()('policies.edit');
  const reviews = useQuery({ ...read('GET /policies/review'), enabled: mayEdit, staleTime: 0 });
  // An earlier reply does not know what was saved.
  if (reviews.isFetching) return null;
  return reviews.data?.data.map(({ template: { type, title }, outdated: [first] }) =>
    first ? (
      <div key={type} role="status" ref={(notice) => notice?.scrollIntoView({ block: 'center' })}>
        <Notice className="wrap-anywhere">
          {title} says something else: “{first.says}”{' '}
          <Link to={`/admin/policy-dashboard?policy=${type}`} className="underline underline-offset-4">
            Update the policy
          </Link>
        </Notice>
      </div>
    ) : null,
  );
}
