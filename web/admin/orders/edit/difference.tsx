import type { LinesQuote } from '../../../../shared/contract/order-edits.ts';
import type { AdminOrder } from '../../../../shared/contract/orders.ts';
import { shortRupees } from '../../../../shared/money.ts';
import type { Form } from '../../parts/form/use-form.ts';
import type { Draft } from '../new/draft.ts';
import { DueFields } from '../new/payment-fields.tsx';

/** What becomes of the money and the invoice of a changed order. */
export function Difference(props: { form: Form<Draft>; order: AdminOrder; quote: LinesQuote }) {
  const { form, order, quote } = props;
  const { paid, due } = quote;
  const main = order.payments.find(({ isPrimary }) => isPrimary);
  if (order.cashOnDelivery?.due)
    return (
      <p aria-live="polite">
        The courier collects {shortRupees(due)} on delivery
        {order.customer.email && ', as a mail tells the customer'}.
      </p>
    );
  if (!main)
    return (
      <p aria-live="polite">
        The payment link is replaced by one for {shortRupees(due)}
        {order.customer.email && ', which is mailed to the customer'}. The former link can’t be paid any more.
      </p>
    );
  return (
    <section className="grid gap-4">
      <h2 className="text-lg">Difference</h2>
      <p aria-live="polite">
        {shortRupees(paid)} was paid.{' '}
        <strong>
          {due > 0 && `${shortRupees(due)} is left to pay.`}
          {due < 0 && `${shortRupees(-due)} is refunded to the buyer.`}
          {due === 0 && 'Nothing is left to pay or to refund.'}
        </strong>
      </p>
      {due > 0 && <DueFields payment={form.values.payment} field={form.field} />}
      {due < 0 && main.provider_payment_id === null && main.method !== 'gift_card' && (
        <p className="rounded-md bg-turmeric-tint px-4 py-3">
          This order was paid offline. Pay the amount back yourself: the refund is recorded as paid out.
        </p>
      )}
      {order.invoice_number && (
        <p className="text-ink-soft">
          A credit note reverses the invoice {order.invoice_number}, and another invoice is issued.
        </p>
      )}
      {order.customer.email && <p className="text-ink-soft">The buyer gets the changed order by mail.</p>}
    </section>
  );
}
