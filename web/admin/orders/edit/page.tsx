import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { type LinesQuote, linesChange } from '../../../../shared/contract/orders/order-edits.ts';
import type { AdminOrder } from '../../../../shared/contract/orders/orders.ts';
import { shortRupees } from '../../../../shared/money.ts';
import { ApiError, call } from '../../../api.ts';
import { Button } from '../../../ui/button.tsx';
import { toast } from '../../../ui/toast.tsx';
import { formQuery, invalidate, isMissing, read } from '../../parts/data.ts';
import { useAttemptKey } from '../../parts/form/attempt-key.ts';
import { LeaveGuard, SaveBar } from '../../parts/form/save-bar.tsx';
import { type Form, useForm } from '../../parts/form/use-form.ts';
import { ErrorText } from '../../parts/page/error-banner.tsx';
import { Loaded, LoadingArea, Missing } from '../../parts/page/loaded.tsx';
import { BackLink, PageHead } from '../../parts/page/page-head.tsx';
import type { Draft } from '../new/draft.ts';
import { OrderLines } from '../new/order-lines.tsx';
import { DueFields, Totals, useQuote } from '../new/totals.tsx';
import { orderChanged } from '../show-order.ts';
import { agreedDiscountOf, draftOfLines, linesBodyOf, linesErrors, linesQuoteBodyOf } from './draft.ts';

/** Changes the products of an order that has not shipped. */
export default function EditOrderPage() {
  const { id = '' } = useParams();
  const query = useQuery({ ...read('GET /order/admin/:id', { params: { id } }), ...formQuery });
  if (isMissing(query.error))
    return (
      <Missing
        title="Order not found"
        text="There is no order with this address."
        to="/admin/orders"
        all="All orders"
      />
    );
  const { data: order } = query;
  return (
    <>
      <BackLink to={`/admin/orders/${id}`}>{order ? `Order ${order.order_number}` : 'Order'}</BackLink>
      <PageHead
        title="Change items"
        subtitle="Products of the order keep the price for which they were bought"
      />
      <Loaded
        query={query}
        failed="The order could not be loaded. Please try again."
        loading={<LoadingArea label="Loading order…" />}
      >
        {(loaded) => <EditForm key={loaded.updatedAt} order={loaded} />}
      </Loaded>
    </>
  );
}

/** The products of an order. The server computes every total; the order is changed only to the total that is shown. */
function EditForm({ order }: { order: AdminOrder }) {
  const { _id: id, order_number } = order;
  const navigate = useNavigate();
  const keyFor = useAttemptKey();
  const [isOld, setIsOld] = useState(false);
  const form = useForm<Draft>({
    start: draftOfLines(order),
    check: (draft): Record<string, string> => linesErrors(draft, quote, order),
    async send(draft): Promise<void> {
      if (!quote) return;
      const body = linesChange.parse(linesBodyOf(draft, quote, order));
      const headers = { 'idempotency-key': keyFor(body) };
      try {
        orderChanged(await call('PUT /order/admin/:id/lines', { params: { id }, body, headers }));
        form.allowLeave();
        toast(`Order ${order_number} was changed`, 'success');
        void invalidate('GET /order/admin/:id', 'GET /refund-approvals');
        navigate(`/admin/orders/${id}`);
      } catch (error) {
        setIsOld(error instanceof ApiError && error.code === 'order_changed');
        // Prices or stock may have changed.
        void invalidate('POST /order/admin/:id/lines/quote');
        throw error;
      }
    },
    failed: 'The order could not be changed. Please try again.',
  });
  const { quote, refused, totals } = useQuote(form.values, (draft) =>
    read('POST /order/admin/:id/lines/quote', { params: { id }, body: linesQuoteBodyOf(draft) }),
  );
  return (
    <form
      {...form.props}
      aria-label="Items of the order"
      className="grid items-start gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]"
    >
      <LeaveGuard wouldLose={form.wouldLose} />
      <OrderLines form={form} quote={totals.query.data} errors={refused} />
      <div className="grid gap-8">
        <Totals form={form} {...totals} agreedDiscount={agreedDiscountOf(order)} />
        {quote && form.dirty && <Difference form={form} order={order} quote={quote} />}
      </div>
      <div className="lg:col-span-2">
        <ErrorText>{form.failure}</ErrorText>
        {isOld && (
          <Button variant="secondary" onClick={() => void invalidate('GET /order/admin/:id')}>
            Load the order again
          </Button>
        )}
        <SaveBar>
          {quote && (
            <p className="mr-auto text-base font-semibold">
              Total <span className="figures">{shortRupees(quote.amount)}</span>
            </p>
          )}
          <Button
            type="submit"
            busy={form.busy}
            disabled={!form.dirty || (totals.canPrice && !totals.isCurrent)}
          >
            Save
          </Button>
        </SaveBar>
      </div>
    </form>
  );
}

function Difference(props: { form: Form<Draft>; order: AdminOrder; quote: LinesQuote }) {
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
