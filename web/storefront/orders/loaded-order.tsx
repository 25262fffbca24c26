import type { ReactNode } from 'react';
import type { Order } from '../../../shared/contract/orders/orders.ts';
import { ApiError } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { isMissing, type OrderResult } from './use-order.ts';

/** Shows an order once it is loaded; until then a spinner, or why it can't be shown. */
export function LoadedOrder({
  view,
  children,
}: {
  view: OrderResult;
  children: (order: Order) => ReactNode;
}) {
  const { order, error } = view;
  if (order) return children(order);
  if (error) return <OrderProblem error={error} />;
  return <LoadingPage label="Loading order details..." />;
}

export function LoadingPage({ label }: { label: string }) {
  return (
    <div className="grid min-h-[60vh] place-items-center text-ink-soft">
      <p className="hidden noscript:block">This page needs JavaScript.</p>
      <div className="noscript:hidden">
        <Spinner large label={label} />
      </div>
    </div>
  );
}

export function FailedPage({ title, text }: { title: string; text: string }) {
  return (
    <div role="alert">
      <Empty
        level={1}
        title={title}
        text={text}
        action={
          <Button size="lg" onClick={() => window.location.reload()}>
            Try Again
          </Button>
        }
      />
    </div>
  );
}

function OrderProblem({ error }: { error: Error }) {
  if (isMissing(error))
    return (
      <Empty
        level={1}
        title="Order not found"
        text="We couldn't find an order with that ID."
        link={['/', 'Back to Home']}
      />
    );
  const reason = error instanceof ApiError ? error.serverMessage : undefined;
  return <FailedPage title="Error loading order" text={reason ?? 'Failed to fetch order details'} />;
}
