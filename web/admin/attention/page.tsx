import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { ButtonLink } from '../../ui/button.tsx';
import { RefundApprovals } from '../orders/detail/refund-approvals.tsx';
import { read } from '../parts/data.ts';
import { ListStates, pageQuery } from '../parts/list/list.tsx';
import { useAddress } from '../parts/list/list-address.ts';
import { PageHead, SkeletonRows } from '../parts/page/page-head.tsx';
import { Tabs } from '../parts/page/tabs.tsx';
import { Item } from './item.tsx';

const limit = 20;
const tabs = [
  ['/admin/attention', 'Open'],
  ['/admin/attention?tab=done', 'Resolved'],
] as const;

/** What needs attention: payments without an order, failed refunds, a disk that is almost full. */
export default function Attention() {
  const address = useAddress([], limit);
  const { page } = address;
  const done = address.get('tab') === 'done';
  const list = useQuery({
    ...read('GET /attention', { query: { limit, page, resolved: done } }),
    ...pageQuery,
  });
  const top = useRef<HTMLHeadingElement>(null);
  const hasResolved = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the new list removes the button
  useEffect(() => {
    // The focused button was removed with its entry.
    if (hasResolved.current && document.activeElement === document.body) top.current?.focus();
    hasResolved.current = false;
  }, [list.data]);

  return (
    <>
      <PageHead title="Needs attention" />
      {!done && <RefundApprovals />}
      <Tabs label="Show" tabs={tabs} current={tabs[done ? 1 : 0][0]} />
      <h2 ref={top} tabIndex={-1} className="sr-only">
        {done ? 'Resolved' : 'Open'}
      </h2>
      <ListStates
        query={list}
        failed="Failed to load data. Please try again."
        loading={<SkeletonRows rows={4} />}
        empty={{
          level: 3,
          title: done ? 'Nothing yet' : 'No open alerts',
          text: done
            ? 'Resolved entries are shown here.'
            : 'If a problem occurs with a payment, a refund or the server, it is shown here with what to do.',
          action: (
            <ButtonLink href="/admin/orders" variant="secondary">
              Go to orders
            </ButtonLink>
          ),
        }}
        address={address}
        noun="item"
      >
        {(items) => (
          <ul className="divide-y divide-line">
            {items.map((item) => (
              <Item
                key={item._id}
                item={item}
                onResolved={() => {
                  hasResolved.current = true;
                }}
              />
            ))}
          </ul>
        )}
      </ListStates>
    </>
  );
}
