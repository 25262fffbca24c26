import { useRef, useState } from 'react';
import type { AdminOrder, OrderStats, OrderUpdates } from '../../../shared/contract/orders.ts';
import { api } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { PageHead } from '../parts/page-head.tsx';
import { EmptyPage, Pages } from '../parts/pages.tsx';
import { useCall, useList } from '../parts/use-call.ts';
import { ExportButton } from './export-button.tsx';
import { OrderFilters, useOrderAddress } from './list-filters.tsx';
import { useOrderActions } from './order-actions.tsx';
import { Problem } from './problem.tsx';
import { OrderCards, OrderTable } from './rows.tsx';
import { StatCards } from './stats.tsx';
import { TestOrdersNotice } from './test-orders.tsx';
import { type NewOrders, noNewOrders, UpdatesBar } from './updates-bar.tsx';
import { useOrderUpdates } from './use-order-updates.ts';

const limit = 24;
const failed = 'Failed to load orders. Please try again.';

/** All orders: found, looked into, moved on (spec §2 Admin orders). */
export default function Orders() {
  const { get, put, page, matching, query, deleted, filtered, reset } = useOrderAddress();
  const path = `/order/admin?${query}&limit=${limit}`;
  const list = useList<AdminOrder>(path, failed);
  const [quietFor, setQuietFor] = useState('');
  const stats = useCall<OrderStats>('/order/admin/stats', failed);
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const [fresh, setFresh] = useState<NewOrders>(noNewOrders);
  const top = useRef<HTMLDivElement>(null);
  const { data } = list;

  function replace(order: AdminOrder) {
    list.set((now) => ({
      ...now,
      items: now.items.map((each) => (each._id === order._id ? order : each)),
    }));
  }
  const desk = useOrderActions((order) => {
    replace(order);
    list.reload();
    stats.reload();
  });

  /** Rows that are shown follow at once, in their place; new ones wait until they are asked for. */
  useOrderUpdates((news) => {
    stats.reload();
    setFresh((now) => withNews(now, news));
    for (const id of new Set(news.orders.map(({ _id }) => _id))) {
      const shown = data?.items.some(({ _id }) => _id === id);
      // One that can't be read now is read with the list.
      if (shown) api.get<AdminOrder>(`/order/admin/${id}`).then(replace, () => {});
    }
  });

  function showFresh() {
    setFresh(noNewOrders);
    reset();
    list.reload();
    window.scrollTo({ top: 0 });
    top.current?.focus({ preventScroll: true });
  }

  function toggle(id: string) {
    const next = new Set(open);
    if (!next.delete(id)) next.add(id);
    setOpen(next);
  }

  const rows = data && { orders: data.items, open, onToggle: toggle, acts: desk.acts };
  return (
    <>
      <PageHead title="Order Management" subtitle="Manage all customer orders">
        <ExportButton query={matching} total={data?.total ?? 0} />
      </PageHead>
      <UpdatesBar fresh={fresh} onShow={showFresh} onDismiss={() => setFresh(noNewOrders)} />
      <TestOrdersNotice
        onRemoved={() => {
          list.reload();
          stats.reload();
        }}
      />
      <StatCards stats={stats.data} />
      <OrderFilters get={get} put={put} />
      <Problem message={desk.problem} onDismiss={desk.dismiss} />
      {list.error && quietFor !== path && (
        <Problem message={list.error} onRetry={list.reload} onDismiss={() => setQuietFor(path)} />
      )}
      <div ref={top} tabIndex={-1} className="outline-none" aria-busy={list.loading}>
        {!data && !list.error && (
          <div className="grid min-h-96 place-items-center text-ink-soft">
            <Spinner large label="Loading orders…" />
          </div>
        )}
        {data && data.total > 0 && data.items.length === 0 && <EmptyPage onFirst={() => put({ page: '' })} />}
        {data?.total === 0 && (
          <Empty
            title="No orders found"
            text={emptyText({ filtered, deleted })}
            action={
              filtered && (
                <Button variant="secondary" onClick={reset}>
                  Reset all filters
                </Button>
              )
            }
          />
        )}
        {rows && rows.orders.length > 0 && (
          <div className={list.loading ? 'opacity-60 transition-opacity' : ''}>
            <OrderTable {...rows} />
            <OrderCards {...rows} />
            <Pages
              page={page}
              pages={Math.ceil((data?.total ?? 0) / limit)}
              total={data?.total ?? 0}
              noun="order"
              onTurn={(to) => put({ page: String(to) })}
            />
          </div>
        )}
      </div>
      {desk.dialogs}
    </>
  );
}

function withNews({ orders, missed }: NewOrders, news: OrderUpdates): NewOrders {
  const next = new Map(orders);
  for (const { _id, status, isNew } of news.orders) if (isNew || next.has(_id)) next.set(_id, status);
  return { orders: next, missed: missed || news.missed };
}

function emptyText({ filtered, deleted }: { filtered: boolean; deleted: boolean }): string {
  if (deleted) return 'What you delete can be restored here.';
  return filtered ? 'Nothing matches these filters.' : 'The first one appears here by itself.';
}
