import { Check } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { manualMethods } from '../../../../shared/contract/orders/manual-orders.ts';
import { dueCollection } from '../../../../shared/contract/orders/order-edits.ts';
import type { AdminOrder } from '../../../../shared/contract/orders/orders.ts';
import { shortRupees, toPaise, toRupees } from '../../../../shared/money.ts';
import { orderDate } from '../../../../shared/orders/order-date.ts';
import { call } from '../../../api.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { toast } from '../../../ui/toast.tsx';
import { useMay } from '../../parts/data.ts';
import { FormDialog } from '../../parts/form/form-dialog.tsx';
import { errorsIn, useForm } from '../../parts/form/use-form.ts';
import { NewTab } from '../../parts/page/page-head.tsx';
import { Section } from '../../parts/page/section.tsx';
import { counted } from '../../parts/text.ts';
import { duePayment, duePaymentOf } from '../edit/draft.ts';
import { DueFields } from '../new/totals.tsx';
import type { OrderActions } from '../order-actions.tsx';
import { orderChanged } from '../show-order.ts';

type Attempt = AdminOrder['payments'][number];
type Refund = AdminOrder['refunds'][number];

/** Payments and refunds of an order, with its totals, to the paisa. */
export function Money({ order, actions }: { order: AdminOrder; actions: OrderActions }) {
  const { payments, refunds } = order;
  const documents = [
    ...order.replaced_invoices.map((invoice) => ({ ...invoice, name: `Replaced invoice ${invoice.code}` })),
    ...order.credit_notes.map((note) => ({ ...note, name: `Credit note ${note.code}` })),
  ];
  return (
    <Section title="Payment">
      <dl className="mb-2 flex flex-wrap gap-x-8 gap-y-1">
        <Sum name="Paid" amount={order.paidAmount} />
        <Sum name="Refunded" amount={order.refundedAmount} />
        <Sum name="Net payment" amount={order.keptAmount} />
      </dl>
      <CashOnDelivery order={order} actions={actions} />
      {order.hasPaymentLink && order.reservedUntil && (
        <PaymentLink
          order={order}
          url={order.paymentLink}
          amount={order.amount ?? 0}
          until={order.reservedUntil}
        />
      )}
      <AmountDue order={order} actions={actions} />
      {payments.length === 0 && !order.cashOnDelivery && (
        <p className="text-ink-soft">No payment was attempted yet.</p>
      )}
      <ul className="grid">
        {payments.map((payment) => (
          <AttemptLine key={payment._id} payment={payment} />
        ))}
        {refunds.map((refund) => (
          <RefundLine key={refund._id} refund={refund} order={order} />
        ))}
      </ul>
      {order.razorpay_order_id && (
        <p className="mt-1 text-xs text-ink-soft wrap-anywhere">
          Order at the provider: {order.razorpay_order_id}
          {order.is_test && ' (test: no real money)'}
        </p>
      )}
      {documents.length > 0 && (
        <ul className="mt-2 grid">
          {documents.map(({ code, url, amount, name }) => (
            <li key={code}>
              <button
                type="button"
                onClick={() =>
                  actions.show(
                    () =>
                      call('GET /razorpay/credit-note/:id', { params: { id: url.split('/').at(-1) ?? '' } }),
                    code.replaceAll('/', '-'),
                  )
                }
                className="min-h-8 text-press underline-offset-4 hover:underline"
              >
                {name}
              </button>
              <span className="figures text-ink-soft"> · {shortRupees(amount)}</span>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

function Sum({ name, amount }: { name: string; amount: number | null }) {
  return amount === null ? null : (
    <div>
      <dt className="text-xs text-ink-soft">{name}</dt>
      <dd className="figures font-semibold">{shortRupees(amount)}</dd>
    </div>
  );
}

const attemptStates: Record<Attempt['status'], [string, 'plain' | 'success' | 'danger' | 'warning']> = {
  created: ['Started', 'plain'],
  authorized: ['Authorised', 'warning'],
  captured: ['Captured', 'success'],
  failed: ['Failed', 'danger'],
};

function AttemptLine({ payment }: { payment: Attempt }) {
  const [label, tone] = attemptStates[payment.status];
  const isManual = payment.provider_payment_id === null;
  const amount =
    payment.currency === 'INR' ? shortRupees(payment.amount) : `${payment.currency} ${payment.amount}`;
  return (
    <Line
      amount={amount}
      badge={<Badge tone={tone}>{isManual ? offlineLabel(payment) : label}</Badge>}
      time={payment.at}
    >
      {!isManual && [payment.provider_payment_id, payment.method].filter(Boolean).join(' · ')}
      {payment.note && (
        // The provider's reason for a failure, such as insufficient_funds.
        <span className="block">{isManual ? payment.note : payment.note.replaceAll('_', ' ')}</span>
      )}
    </Line>
  );
}

const offlineLabel = ({ method, isFree }: Attempt): string =>
  isFree
    ? 'Free gift card'
    : (new Map(Object.entries<string>({ ...manualMethods, gift_card: 'Gift card' })).get(method) ??
      'Offline');

const refundStates: Record<Refund['status'], [string, 'plain' | 'success' | 'danger' | 'warning']> = {
  requested: ['Refund requested', 'warning'],
  pending: ['Refund pending', 'warning'],
  processed: ['Refunded', 'success'],
  failed: ['Refund failed', 'danger'],
};

function RefundLine({ refund, order }: { refund: Refund; order: AdminOrder }) {
  const [label, tone] = refundStates[refund.status];
  const units = refund.lines.map(({ line_id, quantity, restocked }) => {
    const item = order.cart_items.find(({ _id }) => _id === line_id);
    return `${quantity} × ${item?.product_id.name}${restocked > 0 ? ` (${restocked} back in stock)` : ''}`;
  });
  return (
    <Line
      amount={`−${shortRupees(refund.amount)}`}
      badge={<Badge tone={tone}>{label}</Badge>}
      time={refund.at}
    >
      {refund.reason} · {refund.by}
      {units.length > 0 && <span className="block">{units.join(', ')}</span>}
      {refund.error && <span className="block text-madder">{refund.error}</span>}
    </Line>
  );
}

function Line(props: { amount: string; badge: ReactNode; time: string; children: ReactNode }) {
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 border-t border-line py-1.5">
      <div className="flex flex-wrap items-center gap-x-2">
        {props.badge}
        <span className="figures text-xs text-ink-soft">{orderDate(props.time)}</span>
      </div>
      <span className="figures text-right">{props.amount}</span>
      <p className="text-xs text-ink-soft wrap-anywhere">{props.children}</p>
    </li>
  );
}

function CashOnDelivery({ order, actions }: { order: AdminOrder; actions: OrderActions }) {
  const may = useMay();
  const { cashOnDelivery: cod, codAdvance } = order;
  if (codAdvance)
    return (
      <p className="mb-3 rounded-md p-3 ring-1 ring-line">
        Cash on delivery: waits for {shortRupees(codAdvance.amount)} in advance; the courier then collects{' '}
        {shortRupees(codAdvance.due)}.
      </p>
    );
  if (!cod) return null;
  const { due, advance, confirmed, confirmUntil, returns, isBlocked } = cod;
  const canConfirm = confirmUntil !== null && may('orders.edit');
  return (
    <div className="mb-3 grid gap-2 rounded-md p-3 ring-1 ring-line">
      <p className="font-semibold">
        Cash on delivery{due ? `: the courier collects ${shortRupees(due)}` : ''}
        {advance ? `; ${shortRupees(advance)} was paid in advance` : ''}
      </p>
      {confirmUntil && (
        <p className="text-turmeric-ink">
          Not confirmed yet. It is cancelled on {orderDate(confirmUntil)} if neither you nor the buyer, with
          the link in their mail, confirms it.
        </p>
      )}
      {confirmed && order.fulfilmentState === 'unfulfilled' && <p className="text-leaf">Confirmed</p>}
      {returns > 0 && (
        <p className="font-semibold text-madder">
          {counted(returns, 'other order')} of this buyer came back undelivered.
        </p>
      )}
      {isBlocked && <p className="text-ink-soft">This buyer is blocked from cash on delivery.</p>}
      <div className="flex flex-wrap gap-2 empty:hidden">
        {canConfirm && (
          <Button icon={Check} action={() => actions.confirmCod(order)}>
            Confirm order
          </Button>
        )}
        {may('customers.edit') && (
          <Button variant="secondary" action={() => actions.blockCod(order, !isBlocked)}>
            {isBlocked ? 'Allow cash on delivery again' : 'Block cash on delivery for this buyer'}
          </Button>
        )}
      </div>
    </div>
  );
}

/**
 * What is left to pay of an order that was changed after it was paid: the link that asks for it, or ways to collect it.
 */
function AmountDue({ order, actions }: { order: AdminOrder; actions: OrderActions }) {
  const may = useMay();
  const [isOpen, setIsOpen] = useState(false);
  const { paymentRequest: request } = order;
  if (request)
    return (
      <PaymentLink order={order} {...request}>
        {may('orders.edit') && (
          <Button variant="secondary" action={() => actions.withdrawRequest(order)}>
            Withdraw link
          </Button>
        )}
      </PaymentLink>
    );
  const due = dueOf(order);
  if (due <= 0) return null;
  return (
    <div className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-md bg-turmeric-tint p-3">
      <p className="font-semibold">{shortRupees(due)} is left to pay</p>
      {may('orders.edit') && (
        <Button variant="secondary" onClick={() => setIsOpen(true)}>
          Collect payment
        </Button>
      )}
      {isOpen && <CollectDialog order={order} due={due} onClose={() => setIsOpen(false)} />}
    </div>
  );
}

/**
 * In rupees; 0 for an order that was never paid, whose rest the courier collects, that has ended, or of which something
 * was refunded.
 */
function dueOf({
  amount,
  giftCard,
  keptAmount,
  payments,
  paymentState,
  status,
  refundState,
  ...order
}: AdminOrder): number {
  const isDue =
    !order.cashOnDelivery?.due &&
    paymentState === 'partly_paid' &&
    refundState === 'none' &&
    status !== 'cancelled' &&
    payments.some(({ isPrimary }) => isPrimary);
  const free = giftCard?.isFree ? giftCard.amount : 0;
  return isDue ? toRupees(toPaise(amount ?? 0) - toPaise(keptAmount ?? 0) - toPaise(free)) : 0;
}

function CollectDialog({ order, due, onClose }: { order: AdminOrder; due: number; onClose: () => void }) {
  const { _id: id, updatedAt } = order;
  const bodyOf = (payment: typeof duePayment) => ({ updatedAt, payment: duePaymentOf(payment) });
  const form = useForm({
    start: { payment: duePayment },
    check: ({ payment }) => errorsIn(dueCollection, bodyOf(payment)),
    async send({ payment }) {
      const body = dueCollection.parse(bodyOf(payment));
      orderChanged(await call('POST /order/admin/:id/due', { params: { id }, body }));
      toast(
        payment.method === 'link' ? 'The payment link is being sent' : 'The payment was recorded',
        'success',
      );
      onClose();
    },
    failed: 'The payment could not be collected. Please try again.',
  });
  return (
    <FormDialog
      title={`Collect ${shortRupees(due)} for order ${order.order_number}`}
      form={form}
      onClose={onClose}
      action={form.values.payment.method === 'link' ? 'Send link' : 'Record payment'}
      banner
    >
      <DueFields payment={form.values.payment} field={form.field} />
    </FormDialog>
  );
}

/**
 * A payment link of an order, to copy or to send in a message. It is valid until `until`; `children` are more buttons.
 */
function PaymentLink(props: {
  order: AdminOrder;
  url: string | null;
  amount: number;
  until: string;
  children?: ReactNode;
}) {
  const { order, url, amount, until, children } = props;
  const { order_number, customer } = order;
  const email = customer.email || order.user_id?.email;
  if (!url)
    return (
      <div className="mb-3 flex flex-wrap items-center gap-3 text-ink-soft">
        <p>The payment link is being created…</p>
        {children}
      </div>
    );
  const text = `Please pay ${shortRupees(amount)} for your order ${order_number}: ${url}`;
  return (
    <div className="mb-3 grid gap-2 rounded-md p-3 ring-1 ring-line">
      <p className="text-xs text-ink-soft">
        Payment link for {shortRupees(amount)}, valid until {orderDate(until)}.{' '}
        {email ? 'It was mailed to the customer.' : 'There is no email address: send it yourself.'}
      </p>
      <NewTab href={url} className="text-press underline wrap-anywhere">
        {url}
      </NewTab>
      <div className="flex flex-wrap gap-2">
        <Button variant="secondary" action={() => copy(url)}>
          Copy link
        </Button>
        <ButtonLink
          href={`https://wa.me/91${customer.mobile}?text=${encodeURIComponent(text)}`}
          target="_blank"
          rel="noreferrer"
          variant="secondary"
        >
          Send by WhatsApp
        </ButtonLink>
        {children}
      </div>
    </div>
  );
}

async function copy(url: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(url);
    toast('The link was copied', 'success');
  } catch {
    toast('The link could not be copied. Select it and copy it by hand.', 'error');
  }
}
