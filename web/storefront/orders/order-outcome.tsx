import { CircleAlert, CircleCheck, Clock } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Order, OrderStatus } from '../../../shared/contract/orders/orders.ts';
import { shortRupees } from '../../../shared/money.ts';
import { orderDate } from '../../../shared/orders/order-date.ts';
import { isReceived, isReturned } from '../../../shared/orders/order-state.ts';
import { Notice } from '../../ui/notice.tsx';
import { customerOf } from './customer.ts';

interface Outcome {
  title: string;
  text: ReactNode;
  Icon: typeof Clock;
  colour: string;
}

const paid: Outcome = {
  title: 'Order Successful!',
  text: 'Thank you for your order!',
  Icon: CircleCheck,
  colour: 'text-leaf',
};
const shipped: Outcome = { ...paid, title: 'Order shipped', text: 'Your order is on its way.' };
const delivered: Outcome = { ...paid, title: 'Order delivered', text: 'Thank you for shopping with us.' };
const waiting: Outcome = {
  title: 'Waiting for your payment',
  text: 'The payment is not confirmed yet. This page checks automatically. You can close it; your order is saved.',
  Icon: Clock,
  colour: 'text-turmeric-ink',
};
const unpaid: Outcome = {
  title: 'Payment not completed',
  text: (
    <>
      We have not received a payment for this order, so its items are no longer reserved.{' '}
      <a href="/cart" className="text-press underline underline-offset-4">
        Go to your cart
      </a>{' '}
      to try again. If your bank confirms the payment later, we confirm the order, or refund it in full if the
      items have sold out.
    </>
  ),
  Icon: Clock,
  colour: 'text-ink-soft',
};
const cancelled: Outcome = {
  title: 'Order cancelled',
  text: 'This order was cancelled. You have not been charged for it.',
  Icon: CircleAlert,
  colour: 'text-madder',
};
const cancelledAfterPayment: Outcome = {
  ...cancelled,
  text: 'This order was cancelled. The amount that you paid is refunded.',
};
const cancelledAfterGiftCard: Outcome = {
  ...cancelled,
  text: 'This order was cancelled. The amount is back on your gift card.',
};
const refunded: Outcome = {
  title: 'Order refunded',
  text: 'The amount that you paid for this order is refunded.',
  Icon: CircleAlert,
  colour: 'text-madder',
};

const cameBack: Outcome = {
  title: 'Order not delivered',
  text: 'The courier could not deliver this order, and brought it back to the shop. Nothing is to be paid.',
  Icon: CircleAlert,
  colour: 'text-madder',
};

const broughtBack: Outcome = {
  ...cameBack,
  title: 'Order returned',
  text: 'This order came back to the shop. If you have a question about it, please ask the shop.',
};

const askTheShop = 'If you have a question about what you paid in advance, please ask the shop.';
const cameBackAfterAdvance: Outcome = {
  ...cameBack,
  text: `The courier could not deliver this order, and brought it back to the shop. ${askTheShop}`,
};
const cancelledAfterAdvance: Outcome = { ...cancelled, text: `This order was cancelled. ${askTheShop}` };

const outcomes: Record<OrderStatus, Outcome> = {
  pending: waiting,
  failed: unpaid,
  cancelled,
  paid,
  processing: paid,
  shipped,
  delivered,
};

/** An order that is paid on delivery and was not delivered yet. */
function outcomeOfCod(order: Order, due: string, until: string | null): Outcome {
  const pay = `Please pay ${due} to the courier when it is delivered.`;
  if (until === null) return { ...paid, text: `Thank you for your order! ${pay}` };
  const email = customerOf(order)?.email;
  return {
    ...waiting,
    title: 'Please confirm your order',
    text: `${
      email
        ? `We have sent an email to ${email}. Confirm the order with its link until ${orderDate(until)}, or it is cancelled.`
        : `The shop confirms your order until ${orderDate(until)}, or it is cancelled.`
    } ${pay}`,
  };
}

/** Whether a gift card has paid all that was received. What a free card pays is no money. */
const isPaidByCard = ({ paidAmount, giftCard }: Order) =>
  giftCard && paidAmount <= (giftCard.isFree ? 0 : giftCard.amount);

function outcomeOf(order: Order): Outcome {
  const { status, paidAmount, refundState, cashOnDelivery: cod } = order;
  if (cod && cod.due > 0) return outcomeOfCod(order, shortRupees(cod.due), cod.confirmUntil);
  if (cod && paidAmount < order.amount && order.fulfilmentState === 'returned')
    return cod.advance > 0 ? cameBackAfterAdvance : cameBack;
  if (status === 'cancelled' && cod && cod.advance > 0 && refundState === 'none')
    return cancelledAfterAdvance;
  if (status === 'cancelled' && isReceived(order))
    return isPaidByCard(order) ? cancelledAfterGiftCard : cancelledAfterPayment;
  const outcome = isReturned(order) ? broughtBack : outcomes[status];
  return (outcome.Icon === CircleCheck || isReturned(order)) && refundState === 'refunded'
    ? refunded
    : outcome;
}

/** The outcome of an order as a large heading with an explanation; announced when it changes. */
export function OrderOutcome({ order }: { order: Order }) {
  const outcome = outcomeOf(order);
  const { title, text, Icon, colour } = outcome;
  const isEmailed = outcome === paid && Boolean(customerOf(order)?.email);
  return (
    <div className="text-center">
      <div className="motif mx-auto mb-7 w-48 text-turmeric" aria-hidden="true" />
      <Icon className={`mx-auto size-12 stroke-[1.5] ${colour}`} />
      <div role="status">
        <h1 className="mt-3 text-2xl">{title}</h1>
        <p className="figures mt-2 text-sm text-ink-soft">Order {order.order_number}</p>
        <p className="mx-auto mt-3 max-w-xl">
          {text}
          {isEmailed && ' A confirmation has been sent to your email.'}
        </p>
        {order.is_test && (
          <Notice className="mx-auto mt-4 w-fit">Test order: no real payment was taken</Notice>
        )}
      </div>
    </div>
  );
}
