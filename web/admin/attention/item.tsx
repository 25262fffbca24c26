import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router';
import type { AttentionItem, Remedy } from '../../../shared/contract/attention.ts';
import { shortRupees } from '../../../shared/money.ts';
import { orderDate } from '../../../shared/order-date.ts';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../parts/confirm.tsx';

const words: Record<Remedy, string> = {
  refund: 'Refund',
  settle: 'Ask the provider again',
  retry: 'Try again',
  dismiss: 'Dismiss',
};

/** One thing to look at: what happened, about which money and order, and what can be done with one click. */
export function Item({
  item,
  onResolve,
}: {
  item: AttentionItem;
  onResolve: (remedy: Remedy) => Promise<void>;
}) {
  const [busy, setBusy] = useState<Remedy | null>(null);
  const [asking, setAsking] = useState(false);
  const { hash } = useLocation();
  const chosen = hash === `#${item._id}`;
  const place = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (chosen) place.current?.scrollIntoView({ block: 'center' });
  }, [chosen]);

  async function act(remedy: Remedy) {
    setBusy(remedy);
    await onResolve(remedy).finally(() => setBusy(null));
  }

  return (
    <li
      ref={place}
      className={`grid gap-x-8 gap-y-3 py-4 lg:grid-cols-[minmax(0,1fr)_auto] ${chosen ? '-mx-3 rounded-md bg-turmeric-tint px-3' : ''}`}
    >
      <div className="min-w-0">
        <h3 className="font-sans text-sm font-semibold">{item.title}</h3>
        <p className="max-w-prose wrap-anywhere">{item.explanation}</p>
        <dl className="mt-1.5 flex flex-wrap gap-x-5 gap-y-1 text-xs text-ink-soft">
          {item.amount !== null && <Fact name="Amount">{shortRupees(item.amount)}</Fact>}
          {item.order_id && (
            <Fact name="Order">
              <Link
                to={`/admin/orders/${item.order_id}`}
                className="text-press underline underline-offset-4 hover:no-underline"
              >
                {item.order_number}
              </Link>
            </Fact>
          )}
          <Fact name="Since">{orderDate(item.createdAt)}</Fact>
          {item.resolvedAt && <Fact name="Dealt with">{orderDate(item.resolvedAt)}</Fact>}
          <Fact name="Reference">{item.reference}</Fact>
        </dl>
      </div>
      {item.remedies.length > 0 && (
        <div className="flex flex-wrap items-center gap-2">
          {item.remedies.map((remedy, i) => (
            <Button
              key={remedy}
              variant={i === 0 && remedy !== 'dismiss' ? 'primary' : 'secondary'}
              busy={busy === remedy}
              disabled={busy !== null}
              onClick={() => (remedy === 'refund' ? setAsking(true) : act(remedy))}
            >
              {words[remedy]}
              <span className="sr-only">: {item.title}</span>
            </Button>
          ))}
        </div>
      )}
      <Confirm
        open={asking}
        title="Give this money back?"
        action="Refund"
        onClose={() => setAsking(false)}
        onConfirm={() => act('refund')}
      >
        <p>
          {item.amount === null ? 'The payment' : shortRupees(item.amount)}
          {item.order_number && ` of order ${item.order_number}`} goes back to the shopper, less what has gone
          back already. This can’t be undone.
        </p>
      </Confirm>
    </li>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex gap-1.5">
      <dt>{name}</dt>
      <dd className="figures text-ink wrap-anywhere">{children}</dd>
    </div>
  );
}
