import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { OrderUpdates } from '../../../shared/contract/order-updates.ts';
import { shortRupees } from '../../../shared/money.ts';
import { call, stream } from '../../api.ts';
import { invalidate, read } from '../parts/data.ts';
import { ErrorBanner } from '../parts/error-banner.tsx';
import { ExportButton } from '../parts/export-button.tsx';
import { Figures } from '../parts/figures.tsx';
import { List, pageQuery } from '../parts/list.tsx';
import { LoadingArea } from '../parts/loaded.tsx';
import { useMay } from '../parts/me.ts';
import { PageHead } from '../parts/page-head.tsx';
import { formatCount } from '../parts/text.ts';
import { orderColumns } from './columns.tsx';
import { OrderDetails } from './details.tsx';
import { OrderFilters, useOrderAddress } from './list-filters.tsx';
import { useOrderActions } from './order-actions.tsx';
import { PrintButton } from './print-button.tsx';
import { showOrder } from './show-order.ts';
import { TestOrdersNotice } from './test-orders.tsx';
import { type NewOrders, noNewOrders, UpdatesBar } from './updates-bar.tsx';
import { useOrderUpdates } from './use-order-updates.ts';

/** The list of orders, with their details and actions (spec §2 Admin orders). */
export default function Orders() {
  const address = useOrderAddress();
  const { get, matching, query, reset } = address;
  const { data: stats } = useQuery(read('GET /order/admin/stats'));
  const list = useQuery({ ...read('GET /order/admin', { query }), ...pageQuery });
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const [newOrders, setNewOrders] = useState<NewOrders>(noNewOrders);
  const top = useRef<HTMLDivElement>(null);
  const { actions, problem, dismiss, dialogs } = useOrderActions();
  const { data } = list;
  const may = useMay();

  /** Changed orders on the screen are updated in their place; new ones wait until the admin wants to see them. */
  useOrderUpdates((updates) => {
    void invalidate('GET /order/admin/stats');
    setNewOrders((now) => withUpdates(now, updates));
    for (const id of new Set(updates.orders.map(({ _id }) => _id))) {
      const isShown = data?.items.some(({ _id }) => _id === id);
      // If this fails, the order is updated with the list.
      if (isShown) call('GET /order/admin/:id', { params: { id } }).then(showOrder, () => {});
    }
  });

  function showNewOrders() {
    setNewOrders(noNewOrders);
    reset();
    void invalidate('GET /order/admin');
    window.scrollTo({ top: 0 });
    top.current?.focus({ preventScroll: true });
  }

  function toggle(id: string) {
    const next = new Set(open);
    if (!next.delete(id)) next.add(id);
    setOpen(next);
  }

  const today = new Date().toLocaleDateString('en-CA', { timeZone: 'Asia/Kolkata' });
  return (
    <>
      <PageHead title="Order Management" subtitle="Manage all customer orders">
        {may('orders.fulfil') && (
          <PrintButton orders={{ matching: String(matching) }} count={data?.total ?? 0} />
        )}
        {may('orders.export') && (
          <ExportButton
            read={(signal) => stream('GET /order/admin/export.csv', { query: matching, signal })}
            file={`orders-${today}.csv`}
            total={data?.total ?? 0}
          />
        )}
      </PageHead>
      <UpdatesBar fresh={newOrders} onShow={showNewOrders} onDismiss={() => setNewOrders(noNewOrders)} />
      <TestOrdersNotice />
      {may('reports.view') && (
        <Figures
          figures={[
            { label: 'Total Orders', value: stats && formatCount(stats.totalOrders) },
            { label: 'Total Revenue', value: stats && shortRupees(stats.totalRevenue) },
            { label: 'Pending Orders', value: stats && formatCount(stats.pendingOrders) },
            { label: 'Paid Orders', value: stats && formatCount(stats.paidOrders) },
          ]}
          className="mb-5 lg:grid-cols-4"
        />
      )}
      <OrderFilters address={address} />
      <ErrorBanner message={problem} onDismiss={dismiss} />
      <List
        ref={top}
        query={list}
        columns={orderColumns({ open, onToggle: toggle, actions, may })}
        details={(order) => open.has(order._id) && <OrderDetails order={order} actions={actions} />}
        failed="Failed to load orders. Please try again."
        loading={<LoadingArea label="Loading orders…" />}
        empty={{
          title: 'No orders found',
          text: get('deleted') ? 'Orders that you delete can be restored here.' : 'New orders appear here.',
        }}
        address={address}
        noun="order"
      />
      {dialogs}
    </>
  );
}

function withUpdates({ orders, missed }: NewOrders, updates: OrderUpdates): NewOrders {
  const next = new Map(orders);
  for (const { _id, status, isNew } of updates.orders) if (isNew || next.has(_id)) next.set(_id, status);
  return { orders: next, missed: missed || updates.missed };
}
