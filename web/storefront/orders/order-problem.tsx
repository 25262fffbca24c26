import { Button, ButtonLink } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import type { OrderResult } from './use-order.ts';

/** Shown instead of an order that does not exist or could not be loaded. */
export function OrderProblem({ view }: { view: Extract<OrderResult, { kind: 'missing' | 'error' }> }) {
  if (view.kind === 'missing') {
    return (
      <Empty
        level={1}
        title="Order not found"
        text="We couldn't find an order with that ID."
        action={
          <ButtonLink to="/" size="lg">
            Back to Home
          </ButtonLink>
        }
      />
    );
  }
  return (
    <div role="alert">
      <Empty
        level={1}
        title="Error loading order"
        text={view.message}
        action={
          <Button size="lg" onClick={() => window.location.reload()}>
            Try Again
          </Button>
        }
      />
    </div>
  );
}
