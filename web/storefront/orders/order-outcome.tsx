import { CircleAlert, CircleCheck, Clock } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { type Order, type OrderStatus, soldStatuses } from '../../../shared/contract/orders.ts';

interface Verdict {
  title: string;
  text: ReactNode;
  Icon: typeof Clock;
  colour: string;
}

const paid: Verdict = {
  title: 'Order Successful!',
  text: 'Thank you for your order!',
  Icon: CircleCheck,
  colour: 'text-leaf',
};
const waiting: Verdict = {
  title: 'Waiting for your payment',
  text: 'The payment is not confirmed yet. This page looks again by itself, and you can close it: nothing is lost.',
  Icon: Clock,
  colour: 'text-turmeric-ink',
};
const unpaid: Verdict = {
  title: 'Payment not completed',
  text: (
    <>
      No payment has reached us for this order, so its items are no longer reserved.{' '}
      <Link to="/cart" className="text-press underline underline-offset-4">
        Go to your cart
      </Link>{' '}
      to try again. If your bank still confirms a payment, the order goes through, or you get a full refund if
      the items have sold out.
    </>
  ),
  Icon: Clock,
  colour: 'text-ink-soft',
};
const cancelled: Verdict = {
  title: 'Order cancelled',
  text: 'This order was cancelled. Money that was paid for it is sent back.',
  Icon: CircleAlert,
  colour: 'text-madder',
};

const refunded: Verdict = {
  title: 'Order refunded',
  text: 'The money that was paid for this order is sent back.',
  Icon: CircleAlert,
  colour: 'text-madder',
};

const verdicts: Record<OrderStatus, Verdict> = {
  pending: waiting,
  failed: unpaid,
  cancelled,
  paid,
  processing: paid,
  shipped: paid,
  delivered: paid,
};

/** How the order went, in large letters; announced when it changes. */
export function OrderOutcome({ order }: { order: Order }) {
  const isRefunded = order.refundState === 'refunded' && soldStatuses.includes(order.status);
  const verdict = isRefunded ? refunded : verdicts[order.status];
  const { title, text, Icon, colour } = verdict;
  const isMailed = verdict === paid && Boolean(order.guest_details?.email || order.user_id?.email);
  return (
    <div className="text-center">
      <div className="motif mx-auto mb-7 w-48 text-turmeric" aria-hidden="true" />
      <Icon className={`mx-auto size-12 ${colour}`} strokeWidth={1.5} aria-hidden="true" />
      <div role="status">
        <h1 className="mt-3 text-2xl">{title}</h1>
        <p className="figures mt-2 text-sm text-ink-soft">Order {order.order_number}</p>
        <p className="mx-auto mt-3 max-w-xl">
          {text}
          {isMailed && ' A confirmation has been sent to your email.'}
        </p>
        {order.is_test && (
          <p className="mx-auto mt-4 w-fit rounded-md bg-turmeric-tint px-4 py-2 text-sm font-medium text-turmeric-ink">
            Test order: no real payment was taken
          </p>
        )}
      </div>
    </div>
  );
}
