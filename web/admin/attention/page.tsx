import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { NavLink } from 'react-router';
import { ButtonLink } from '../../ui/button.tsx';
import { read } from '../parts/data.ts';
import { ListStates, pageQuery } from '../parts/list.tsx';
import { useAddress } from '../parts/list-address.ts';
import { PageHead, SkeletonRows } from '../parts/page-head.tsx';
import { Item } from './item.tsx';

const limit = 20;

/** What needs attention: payments without an order, amounts that differ, failed refunds. */
export default function Attention() {
  const { get, put, page } = useAddress<'tab'>();
  const done = get('tab') === 'done';
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
      <nav aria-label="Which" className="mb-2 flex gap-1 border-b border-line">
        <Tab to="/admin/attention" active={!done}>
          Open
        </Tab>
        <Tab to="/admin/attention?tab=done" active={done}>
          Dealt with
        </Tab>
      </nav>
      <h2 ref={top} tabIndex={-1} className="sr-only">
        {done ? 'Dealt with' : 'Open'}
      </h2>
      <ListStates
        query={list}
        failed="Failed to load data. Please try again."
        loading={<SkeletonRows rows={4} />}
        empty={{
          level: 3,
          title: done ? 'Nothing yet' : 'All is in order',
          text: done
            ? 'Entries that you have dealt with are shown here.'
            : 'Every payment has its order and every refund has arrived. If a problem occurs, it is shown here with what to do.',
          action: (
            <ButtonLink to="/admin/orders" variant="secondary" prefetch="none">
              Go to orders
            </ButtonLink>
          ),
        }}
        paging={{ page, limit, noun: 'item', onTurn: (to) => put({ page: String(to) }) }}
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

function Tab({ to, active, children }: { to: string; active: boolean; children: string }) {
  return (
    <NavLink
      to={to}
      aria-current={active ? 'page' : undefined}
      className={`grid min-h-11 place-items-center border-b-2 px-3 ${
        active ? 'border-press font-semibold text-press' : 'border-transparent text-ink-soft hover:text-ink'
      }`}
    >
      {children}
    </NavLink>
  );
}
