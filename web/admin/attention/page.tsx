import { useEffect, useRef } from 'react';
import { NavLink } from 'react-router';
import type { AttentionItem, Remedy } from '../../../shared/contract/attention.ts';
import { api } from '../../api.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { toast } from '../../ui/toast.tsx';
import { useAddress } from '../parts/list-address.ts';
import { LoadError, PageHead, SkeletonRows } from '../parts/page-head.tsx';
import { EmptyPage, Pages } from '../parts/pages.tsx';
import { showFailure } from '../parts/show-failure.ts';
import { useList } from '../parts/use-call.ts';
import { Item } from './item.tsx';

const limit = 20;

/** What the owner has to look at: money without an order, amounts that differ, refunds that failed (issue 6). */
export default function Attention() {
  const { get, put, page } = useAddress<'tab'>();
  const done = get('tab') === 'done';
  const list = useList<AttentionItem>(
    `/attention?limit=${limit}&page=${page}&resolved=${done}`,
    'Failed to load data. Please try again.',
  );
  const top = useRef<HTMLHeadingElement>(null);
  const { data } = list;

  const acted = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is the new list that takes the button away
  useEffect(() => {
    // The button that was pressed went with its item.
    if (acted.current && document.activeElement === document.body) top.current?.focus();
    acted.current = false;
  }, [data]);

  async function resolve(item: AttentionItem, remedy: Remedy) {
    try {
      const after = await api.post<AttentionItem>(`/attention/${item._id}/resolve`, { remedy });
      if (after.resolvedAt) toast(said[remedy], 'success');
      else toast('The payment provider says the same as before.', 'info');
    } catch (error) {
      showFailure(error, 'Could not do this. Please try again.');
    }
    acted.current = true;
    list.reload();
  }

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
      {list.error && <LoadError message={list.error} onRetry={list.reload} />}
      {!data && !list.error && <SkeletonRows rows={4} />}
      {data?.total === 0 && (
        <Empty
          level={3}
          title={done ? 'Nothing yet' : 'All is in order'}
          text={
            done
              ? 'What you have dealt with is kept here.'
              : 'Every payment has its order and every refund has arrived. If that ever changes, it shows here with what to do.'
          }
          action={
            <ButtonLink to="/admin/orders" variant="secondary" prefetch="none">
              Go to orders
            </ButtonLink>
          }
        />
      )}
      {data && data.total > 0 && data.items.length === 0 && <EmptyPage onFirst={() => put({ page: '' })} />}
      {data && data.items.length > 0 && (
        <div aria-busy={list.loading} className={list.loading ? 'opacity-60 transition-opacity' : ''}>
          <ul className="divide-y divide-line">
            {data.items.map((item) => (
              <Item key={item._id} item={item} onResolve={(remedy) => resolve(item, remedy)} />
            ))}
          </ul>
          <Pages
            page={page}
            pages={Math.max(1, Math.ceil(data.total / limit))}
            total={data.total}
            noun="item"
            onTurn={(to) => put({ page: String(to) })}
          />
        </div>
      )}
    </>
  );
}

const said: Record<Remedy, string> = {
  refund: 'The refund is on its way',
  settle: 'The order is settled',
  retry: 'The message is being handled again',
  dismiss: 'Taken off the list',
};

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
