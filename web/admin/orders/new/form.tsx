import { useNavigate } from 'react-router';
import { manualOrderRequest } from '../../../../shared/contract/orders/manual-orders.ts';
import { shortRupees } from '../../../../shared/money.ts';
import { call } from '../../../api.ts';
import { Button } from '../../../ui/button.tsx';
import { TextAreaField } from '../../../ui/field.tsx';
import { toast } from '../../../ui/toast.tsx';
import { invalidate, read } from '../../parts/data.ts';
import { useAttemptKey } from '../../parts/form/attempt-key.ts';
import { LeaveGuard } from '../../parts/form/leave-guard.tsx';
import { SaveBar } from '../../parts/form/save-bar.tsx';
import { useForm } from '../../parts/form/use-form.ts';
import { ErrorText } from '../../parts/page/error-banner.tsx';
import { CustomerFields } from './customer-fields.tsx';
import { bodyOf, type Draft, draftErrors, quoteBodyOf } from './draft.ts';
import { OrderLines } from './order-lines.tsx';
import { PaymentFields } from './payment-fields.tsx';
import { Totals } from './totals.tsx';
import { useQuote } from './use-quote.ts';

/** The form of an order. The server computes every total; an order is created only with the total that is shown. */
export function OrderForm({ start }: { start: Draft }) {
  const navigate = useNavigate();
  const keyFor = useAttemptKey();
  const form = useForm<Draft>({
    start,
    check: draftErrors,
    async send(draft) {
      if (!quote) return;
      const body = manualOrderRequest.parse(bodyOf(draft, quote));
      const headers = { 'idempotency-key': keyFor(body) };
      try {
        const made = await call('POST /order/admin', { body, headers });
        form.allowLeave();
        toast(`Order ${made.order_number} was created`, 'success');
        void invalidate('GET /order/admin', 'GET /order/admin/stats', 'GET /customers');
        navigate(`/admin/orders/${made._id}`);
      } catch (error) {
        // Prices or stock may have changed.
        void invalidate('POST /order/admin/quote');
        throw error;
      }
    },
    failed: 'The order could not be created. Please try again.',
  });
  const { quote, refused, totals } = useQuote(form.values, (draft) =>
    read('POST /order/admin/quote', { body: quoteBodyOf(draft) }),
  );
  return (
    <form
      {...form.props}
      aria-label="New order"
      className="grid items-start gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]"
    >
      <LeaveGuard wouldLose={form.wouldLose} />
      <div className="grid gap-8">
        <CustomerFields form={form} />
        <OrderLines form={form} quote={totals.query.data} errors={refused} />
      </div>
      <div className="grid gap-8">
        <Totals form={form} {...totals} />
        <PaymentFields form={form} />
        <TextAreaField
          label="Internal note"
          optional
          rows={3}
          maxLength={500}
          hint="Only the back office shows it."
          {...form.field('note')}
        />
      </div>
      <div className="lg:col-span-2">
        <ErrorText>{form.failure}</ErrorText>
        <SaveBar>
          {quote && (
            <p className="mr-auto text-base font-semibold">
              Total <span className="figures">{shortRupees(quote.amount)}</span>
            </p>
          )}
          <Button type="submit" busy={form.busy} disabled={totals.canPrice && !totals.isCurrent}>
            Create order
          </Button>
        </SaveBar>
      </div>
    </form>
  );
}
