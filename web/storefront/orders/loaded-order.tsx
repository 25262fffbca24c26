import type { ReactNode } from 'react';
import type { Order } from '../../../shared/contract/orders/orders.ts';
import { Button } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import type { OrderResult } from './use-order.ts';

/** Shows an order once it is loaded; until then a spinner, or why it can't be shown. */
export function LoadedOrder({
  view,
  children,
}: {
  view: OrderResult;
  children: (order: Order) => ReactNode;
}) {
  if (view.kind === 'shown') return children(view.order);
  if (view.kind !== 'loading') return <OrderProblem view={view} />;
  return <LoadingPage label="Loading order details..." />;
}

/** A page whose data is being loaded. */
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

/** A page whose data could not be loaded. */
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

function OrderProblem({ view }: { view: Extract<OrderResult, { kind: 'missing' | 'error' }> }) {
  if (view.kind === 'missing') {
    return (
      <Empty
        level={1}
        title="Order not found"
        text="We couldn't find an order with that ID."
        link={['/', 'Back to Home']}
      />
    );
  }
  return <FailedPage title="Error loading order" text={view.message} />;
}
