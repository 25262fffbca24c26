import { useState } from 'react';
import { useNavigate } from 'react-router';
import { linesChange } from '../../../../shared/contract/order-edits.ts';
import type { AdminOrder } from '../../../../shared/contract/orders.ts';
import { shortRupees } from '../../../../shared/money.ts';
import { ApiError, call } from '../../../api.ts';
import { Button } from '../../../ui/button.tsx';
import { toast } from '../../../ui/toast.tsx';
import { useAttemptKey } from '../../parts/form/attempt-key.ts';
import { invalidate, read } from '../../parts/data.ts';
import { ErrorText } from '../../parts/page/error-banner.tsx';
import { LeaveGuard } from '../../parts/form/leave-guard.tsx';
import { SaveBar } from '../../parts/form/save-bar.tsx';
import { useForm } from '../../parts/form/use-form.ts';
import type { Draft } from '../new/draft.ts';
import { OrderLines } from '../new/order-lines.tsx';
import { Totals } from '../new/totals.tsx';
import { useQuote } from '../new/use-quote.ts';
import { orderChanged } from '../show-order.ts';
import { Difference } from './difference.tsx';
import { draftOfLines, keptDiscountOf, linesBodyOf, linesErrors, linesQuoteBodyOf } from './draft.ts';

/** The products of an order. The server computes every total; the order is changed only to the total that is shown. */
export function EditForm({ order }: { order: AdminOrder }) {
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
        <Totals form={form} {...totals} keptDiscount={keptDiscountOf(order)} />
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
