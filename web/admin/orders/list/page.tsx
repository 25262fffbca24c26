import { useQuery } from '@tanstack/react-query';
import { Plus, X } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { OrderUpdates } from '../../../../shared/contract/orders/order-updates.ts';
import type { OrderStatus } from '../../../../shared/contract/orders/orders.ts';
import { shortRupees } from '../../../../shared/money.ts';
import { call, stream } from '../../../api.ts';
import { ButtonLink, TextLink } from '../../../ui/button.tsx';
import { invalidate, read, useMay, useNewestJob } from '../../parts/data.ts';
import { ExportButton } from '../../parts/list/export-button.tsx';
import { List, pageQuery } from '../../parts/list/list.tsx';
import { ErrorBanner } from '../../parts/page/error-banner.tsx';
import { LoadingArea } from '../../parts/page/loaded.tsx';
import { PageHead } from '../../parts/page/page-head.tsx';
import { Figures } from '../../parts/page/section.tsx';
import { counted, formatCount } from '../../parts/text.ts';
import { SelectionBar, useOrderBatch } from '../batch/bar.tsx';
import { OrderBatchProgress } from '../batch/progress.tsx';
import { useOrderSelection } from '../batch/selection.ts';
import { OrderDetails } from '../detail/details.tsx';
import { useOrderActions } from '../order-actions.tsx';
import { showOrder } from '../show-order.ts';
import { useOrderUpdates } from '../use-order-updates.ts';
import { orderColumns } from './columns.tsx';
import { OrderFilters, OrderViews, useOrderAddress } from './filters.tsx';
import { PrintButton } from './print-button.tsx';
import { TestOrdersNotice } from './test-orders.tsx';

/** The list of orders, with their details and actions (spec §2 Admin orders). */
export default function Orders() {
  const address = useOrderAddress();
  const navigate = useNavigate();
  const { get, matching, query, reset } = address;
  const { data: stats } = useQuery(read('GET /order/admin/stats'));
  const list = useQuery({ ...read('GET /order/admin', { query }), ...pageQuery });
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const [newOrders, setNewOrders] = useState<NewOrders>(noNewOrders);
  const top = useRef<HTMLDivElement>(null);
  const { actions, problem, dismiss, dialog } = useOrderActions();
  const { data } = list;
  const may = useMay();
  const canPack = may('orders.fulfil');
  const rows = data?.items ?? [];
  const total = data?.total ?? 0;
  const selected = useOrderSelection({ rows, total, matching });
  const jobs = useNewestJob(read('GET /order/admin/batch'));
  const batch = useOrderBatch((started) => {
    jobs.begin(started);
    selected.clear();
  });
  useListKeys((key) => {
    const { current } = selected;
    if (key === 'next' || key === 'previous') selected.step(key === 'next' ? 1 : -1);
    else if (key === 'open' && current) navigate(`/admin/orders/${current._id}`);
    else if (key === 'toggle' && current && canPack) selected.toggle(current._id, false);
    else if ((key === 'pack' || key === 'ship') && canPack && selected.chosen.count > 0)
      batch[key](selected.chosen);
  });

  /** Changed orders on the screen are updated in their place; new ones wait until the admin wants to see them. */
  useOrderUpdates((updates) => {
    void invalidate('GET /order/admin/stats');
    setNewOrders((before) => withUpdates(before, updates));
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
        {may('orders.create') && (
          <ButtonLink href="/admin/orders/new" icon={Plus}>
            Create order
          </ButtonLink>
        )}
        {canPack && selected.marked.count === 0 && (
          <PrintButton orders={{ matching: String(matching) }} count={total} />
        )}
        {may('orders.export') && (
          <ExportButton
            read={(signal) => stream('GET /order/admin/export.csv', { query: matching, signal })}
            file={`orders-${today}.csv`}
            total={total}
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
      <OrderViews address={address} />
      {get('view') === 'in_transit' && may('orders.edit') && (
        <p className="mb-3">
          <TextLink href="/admin/orders/courier-payments">Record what a courier has paid out</TextLink>
        </p>
      )}
      <OrderFilters address={address} />
      {jobs.job && <OrderBatchProgress key={jobs.job._id} batch={jobs.job} onClose={jobs.dismiss} />}
      <SelectionBar
        selection={selected}
        actions={batch}
        total={total}
        hasToConfirm={rows.some(({ cashOnDelivery: cod }) => cod?.confirmUntil)}
      >
        <PrintButton orders={selected.marked.orders} count={selected.marked.count} />
      </SelectionBar>
      <ErrorBanner message={problem} onDismiss={dismiss} />
      <List
        ref={top}
        query={list}
        columns={orderColumns({
          open,
          onToggle: toggle,
          actions,
          may,
          selection: canPack ? selected : undefined,
        })}
        className="lg:max-2xl:[&_:is(th,td)]:px-2!"
        rowClass={({ _id }) =>
          selected.current?._id === _id ? 'outline-2 -outline-offset-2 outline-press' : ''
        }
        details={(order) => open.has(order._id) && <OrderDetails order={order} actions={actions} />}
        failed="Failed to load orders. Please try again."
        loading={<LoadingArea label="Loading orders…" />}
        empty={
          emptyViews[get('view')] ?? {
            title: 'No orders found',
            text: get('deleted') ? 'Orders that you delete can be restored here.' : 'New orders appear here.',
          }
        }
        address={address}
        noun="order"
      />
      <FormerOrders search={get('search')} />
      {canPack && total > 0 && (
        <p className="mt-3 text-xs text-ink-soft max-lg:hidden">
          Keys: j and k go to the next and previous order, x selects it, Enter opens it, p packs, s ships.
        </p>
      )}
      {dialog}
      {batch.dialog}
    </>
  );
}

/** Leads to the orders of the former shop that match the search. Empty in a shop that was not moved. */
function FormerOrders({ search }: { search: string }) {
  const may = useMay();
  const { data } = useQuery({
    ...read('GET /former-orders', { query: { search, limit: 1 } }),
    enabled: may('customers.view'),
    ...pageQuery,
  });
  if (!data?.total) return null;
  return (
    <p className="mt-3">
      <TextLink href={`/admin/former-orders?${new URLSearchParams(search ? { search } : {})}`}>
        {`${counted(data.total, 'old order')} of the former shop${search ? ` with “${search}”` : ''}`}
      </TextLink>
    </p>
  );
}

const emptyViews: Record<string, { title: string; text: string }> = {
  to_pack: { title: 'Nothing to pack', text: 'Paid orders with units that are not packed appear here.' },
  to_pick_up: { title: 'Nothing to pick up', text: 'Paid orders appear here until their buyers have them.' },
  to_ship: { title: 'Nothing to ship', text: 'Orders with a packed shipment appear here.' },
  in_transit: { title: 'Nothing in transit', text: 'Orders with a shipment on its way appear here.' },
  unpaid: { title: 'No unpaid orders', text: 'Open orders without a complete payment appear here.' },
  returns: { title: 'No returns', text: 'Orders with a shipment that came back appear here.' },
};

function withUpdates({ orders, missed }: NewOrders, updates: OrderUpdates): NewOrders {
  const next = new Map(orders);
  for (const { _id, status, isNew } of updates.orders) if (isNew || next.has(_id)) next.set(_id, status);
  return { orders: next, missed: missed || updates.missed };
}

type ListKey = 'next' | 'previous' | 'toggle' | 'open' | 'pack' | 'ship';
const keys: Record<string, ListKey> = {
  j: 'next',
  k: 'previous',
  x: 'toggle',
  Enter: 'open',
  p: 'pack',
  s: 'ship',
};

/** Keys of a list: j and k, x, Enter, p and s, unless a field, a control or a dialog has the focus. */
function useListKeys(onKey: (key: ListKey) => void): void {
  const report = useEffectEvent(onKey);
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      const key = keys[event.key];
      if (!key || event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]'))
        return;
      const isControl = event.target instanceof Element && event.target.closest(controlsOf(key));
      if (isControl) return;
      event.preventDefault();
      report(key);
    }
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
}

/** A checkbox or link needs Enter itself, and no letter. */
const controlsOf = (key: ListKey) =>
  key === 'open'
    ? 'input, textarea, select, button, a, summary, [contenteditable]'
    : 'input:not([type=checkbox]), textarea, select, [contenteditable]';

/** New orders by id, with their status; `missed`: there may be more. */
type NewOrders = { orders: ReadonlyMap<string, OrderStatus>; missed: boolean };
const noNewOrders: NewOrders = { orders: new Map(), missed: false };

/** Announces new orders, which are shown on demand. It floats, so that the list below does not move. */
function UpdatesBar(props: { fresh: NewOrders; onShow: () => void; onDismiss: () => void }) {
  const { fresh, onShow, onDismiss } = props;
  const text = textOf(fresh);
  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-4 top-4 z-20 flex justify-center lg:left-60"
    >
      {text && (
        <div className="toast-in pointer-events-auto flex items-center gap-1 rounded-full bg-press py-1 pr-1 pl-5 text-on-press shadow-float">
          <span className="figures">{text}</span>
          <button
            type="button"
            onClick={onShow}
            className="min-h-11 rounded-full px-3 font-semibold underline underline-offset-4 hover:bg-press-deep"
          >
            Show
          </button>
          <button
            type="button"
            aria-label="Dismiss"
            onClick={onDismiss}
            className="grid size-11 place-items-center rounded-full hover:bg-press-deep lg:size-9"
          >
            <X className="size-4" />
          </button>
        </div>
      )}
    </div>
  );
}

function textOf({ orders, missed }: NewOrders): string {
  const { size } = orders;
  if (size === 0) return missed ? 'Orders may have changed' : '';
  const paid = [...orders.values()].filter((status) => status === 'paid').length;
  const count = counted(size, 'new order');
  return paid > 0 ? `${count}, ${paid} paid` : count;
}
