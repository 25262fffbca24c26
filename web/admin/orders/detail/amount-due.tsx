import { useState } from 'react';
import { dueCollection } from '../../../../shared/contract/orders/order-edits.ts';
import type { AdminOrder } from '../../../../shared/contract/orders/orders.ts';
import { shortRupees, toPaise, toRupees } from '../../../../shared/money.ts';
import { call } from '../../../api.ts';
import { Button } from '../../../ui/button.tsx';
import { toast } from '../../../ui/toast.tsx';
import { FormDialog } from '../../parts/form/form-dialog.tsx';
import { errorsIn, useForm } from '../../parts/form/use-form.ts';
import { useMay } from '../../parts/me.ts';
import { duePayment, duePaymentOf } from '../edit/draft.ts';
import { DueFields } from '../new/payment-fields.tsx';
import type { OrderActions } from '../order-actions.tsx';
import { orderChanged } from '../show-order.ts';
import { PaymentLink } from './payment-link.tsx';

/**
 * What is left to pay of an order that was changed after it was paid: the link that asks for it, or ways to collect it.
 */
export function AmountDue({ order, actions }: { order: AdminOrder; actions: OrderActions }) {
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
