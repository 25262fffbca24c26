import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Link, useLocation } from 'react-router';
import type { AttentionItem, Remedy } from '../../../shared/contract/attention.ts';
import { shortRupees } from '../../../shared/money.ts';
import { orderDate } from '../../../shared/orders/order-date.ts';
import { call } from '../../api.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.tsx';
import { RefundApprovals } from '../orders/detail/refund-approvals.tsx';
import { confirm } from '../parts/confirm.tsx';
import { invalidate, read, useAction } from '../parts/data.ts';
import { useAddress } from '../parts/list/filters.tsx';
import { ListStates, pageQuery } from '../parts/list/list.tsx';
import { PageHead, SkeletonRows, Tabs } from '../parts/page/page-head.tsx';

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

const remedies: Record<Remedy, [label: string, success: string]> = {
  refund: ['Refund', 'The refund is on its way'],
  settle: ['Ask the provider again', 'The order is settled'],
  retry: ['Try again', 'The message is processed again'],
  dismiss: ['Dismiss', 'Removed from the list'],
};

function Item({ item, onResolved }: { item: AttentionItem; onResolved: () => void }) {
  const { hash } = useLocation();
  const chosen = hash === `#${item._id}`;
  const row = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (chosen) row.current?.scrollIntoView({ block: 'center' });
  }, [chosen]);

  const { run, busy, input } = useAction(async (remedy: Remedy) => {
    try {
      const params = { id: item._id };
      const { resolvedAt } = await call('POST /attention/:id/resolve', { params, body: { remedy } });
      if (resolvedAt) toast(remedies[remedy][1], 'success');
      else toast('The payment provider says the same as before.', 'info');
    } finally {
      onResolved();
      void invalidate('GET /attention');
    }
  }, 'Could not do this. Please try again.');

  const confirmRefund = () =>
    confirm({
      title: 'Refund this payment?',
      action: 'Refund',
      text: `${item.amount === null ? 'The payment' : shortRupees(item.amount)}${item.order_number && ` of order ${item.order_number}`} is refunded to the shopper, less the amount that was already refunded. This can’t be undone.`,
      onConfirm: () => run('refund'),
    });

  const order = (
    <Link
      to={`/admin/orders/${item.order_id}`}
      className="text-press underline underline-offset-4 hover:no-underline"
    >
      {item.order_number}
    </Link>
  );
  const facts = Object.entries({
    Amount: item.amount !== null && shortRupees(item.amount),
    Order: item.order_id && order,
    Since: orderDate(item.createdAt),
    Resolved: item.resolvedAt && orderDate(item.resolvedAt),
    Reference: item.reference,
  }).filter(([, value]) => value);

  return (
    <li
      ref={row}
      className={`grid gap-x-8 gap-y-3 py-4 lg:grid-cols-[minmax(0,1fr)_auto] ${chosen ? '-mx-3 rounded-md bg-turmeric-tint px-3' : ''}`}
    >
      <div className="min-w-0">
        <h3 className="font-sans text-sm font-semibold">{item.title}</h3>
        <p className="max-w-prose wrap-anywhere">{item.explanation}</p>
        {item.page && (
          <Link to={item.page.path} className="text-press underline underline-offset-4 hover:no-underline">
            {item.page.label}
          </Link>
        )}
        <dl className="mt-1.5 flex flex-wrap gap-x-5 gap-y-1 text-xs text-ink-soft">
          {facts.map(([name, value]) => (
            <div key={name} className="flex gap-1.5">
              <dt>{name}</dt>
              <dd className="figures text-ink wrap-anywhere">{value}</dd>
            </div>
          ))}
        </dl>
      </div>
      {item.remedies.length > 0 && (
        <div className="flex flex-wrap items-center gap-2">
          {item.remedies.map((remedy, i) => (
            <Button
              key={remedy}
              variant={i === 0 && remedy !== 'dismiss' ? 'primary' : 'secondary'}
              busy={input === remedy}
              disabled={busy}
              onClick={() => (remedy === 'refund' ? confirmRefund() : run(remedy))}
            >
              {remedies[remedy][0]}
              <span className="sr-only">: {item.title}</span>
            </Button>
          ))}
        </div>
      )}
    </li>
  );
}
