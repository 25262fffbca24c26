import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { stateTaxName } from '../../../../shared/contact/indian-states.ts';
import {
  type ManualMethod,
  manualMethods,
  type Quote,
} from '../../../../shared/contract/orders/manual-orders.ts';
import { shortRupees } from '../../../../shared/money.ts';
import { ApiError } from '../../../api.ts';
import { Field, SelectField } from '../../../ui/field.tsx';
import type { CallQuery } from '../../parts/data.ts';
import { useMay } from '../../parts/data.ts';
import { AmountField } from '../../parts/form/fields.tsx';
import type { Form } from '../../parts/form/use-form.ts';
import { ErrorText } from '../../parts/page/error-banner.tsx';
import { failureText } from '../../parts/show-failure.ts';
import { type Draft, quoteErrors } from './draft.ts';

/** Discount, delivery charge and the totals of the server. */
export function Totals(props: {
  form: Form<Draft>;
  query: UseQueryResult<Quote>;
  isCurrent: boolean;
  canPrice: boolean;
  isRefusedLine: boolean;
  agreedDiscount?: string;
}) {
  const { form, query, isCurrent, canPrice, isRefusedLine, agreedDiscount } = props;
  const { type } = form.values.discount;
  return (
    <section className="grid gap-4">
      <h2 className="text-lg">Total</h2>
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField label="Discount" {...form.field('discount.type')}>
          <option value="none">None</option>
          {agreedDiscount && <option value="kept">{agreedDiscount}</option>}
          <option value="amount">Amount</option>
          <option value="percent">Percent</option>
        </SelectField>
        {type === 'amount' && (
          <AmountField label="Discount (₹)" required maxLength={12} {...form.field('discount.amount')} />
        )}
        {type === 'percent' && (
          <AmountField label="Discount (%)" required maxLength={5} {...form.field('discount.percent')} />
        )}
        <AmountField label="Delivery charge (₹)" optional maxLength={12} {...form.field('shipping')} />
      </div>
      {canPrice && query.isError && !isRefusedLine && (
        <ErrorText>
          {failureText(query.error, 'The total could not be computed. Please try again.')}
        </ErrorText>
      )}
      {canPrice && query.data ? (
        <Sums quote={query.data} isCurrent={isCurrent} />
      ) : (
        <p className="text-ink-soft">
          {form.values.cart_items.length === 0
            ? 'Add a product to see the total.'
            : 'The total appears when all amounts are right.'}
        </p>
      )}
    </section>
  );
}

function Sums({ quote, isCurrent }: { quote: Quote; isCurrent: boolean }) {
  const { tax } = quote;
  const rows: [string, number][] = [
    ['Products', quote.subtotal],
    ...(quote.discount > 0 ? [['Discount', -quote.discount] satisfies [string, number]] : []),
    ...(quote.shipping > 0 ? [['Delivery', quote.shipping] satisfies [string, number]] : []),
    ...(quote.codFee > 0 ? [['Cash on delivery fee', quote.codFee] satisfies [string, number]] : []),
    ...(quote.rounding ? [['Rounding', quote.rounding] satisfies [string, number]] : []),
  ];
  const taxes: [string, number][] =
    tax.kind === 'split'
      ? [
          ['CGST', tax.cgst],
          [stateTaxName(tax.placeOfSupply), tax.sgst],
        ]
      : tax.kind === 'integrated'
        ? [['IGST', tax.igst]]
        : [];
  return (
    <dl aria-busy={!isCurrent} className={`grid gap-1.5 ${isCurrent ? '' : 'opacity-60'}`}>
      {rows.map(([name, amount]) => (
        <Row key={name} name={name} value={shortRupees(amount)} />
      ))}
      <Row
        name="Total"
        value={shortRupees(quote.amount)}
        className="border-t border-line-strong pt-2 text-base font-semibold"
      />
      {taxes.map(([name, amount]) => (
        <Row
          key={name}
          name={`Includes ${name}`}
          value={shortRupees(amount)}
          className="text-xs text-ink-soft"
        />
      ))}
      <Row
        name="Place of supply"
        value={tax.placeOfSupply || 'not known'}
        className="text-xs text-ink-soft"
      />
    </dl>
  );
}

function Row(props: { name: string; value: string; className?: string }) {
  return (
    <div className={`flex justify-between gap-4 ${props.className ?? ''}`}>
      <dt>{props.name}</dt>
      <dd className="figures">{props.value}</dd>
    </div>
  );
}

/**
 * The totals of the server for a draft, while it is edited. `quote` is undefined unless they are those of what is
 * entered now.
 */
export function useQuote<Reply extends Quote>(values: Draft, request: (draft: Draft) => CallQuery<Reply>) {
  const draft = useDeferredValue(values);
  const canPrice = Object.keys(quoteErrors(draft)).length === 0;
  const query = useQuery({
    ...request(draft),
    enabled: canPrice,
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  });
  const isCurrent = canPrice && query.isSuccess && !query.isPlaceholderData && draft === values;
  // What the server refuses is shown at its field, or else beside the totals.
  const refused = canPrice && query.error instanceof ApiError ? query.error.errors : {};
  return {
    quote: isCurrent ? query.data : undefined,
    refused,
    totals: {
      query,
      isCurrent,
      canPrice,
      isRefusedLine: Object.keys(refused).some((path) => path.startsWith('cart_items.')),
    },
  };
}

const hints: Record<ManualMethod, string> = {
  link: 'The order waits for the payment, and its items stay reserved. The link is mailed to the customer, sent as a text message by the payment provider, and shown with the order.',
  cash: 'The order is paid at once.',
  upi: 'The order is paid at once. Check that the money has arrived.',
  bank_transfer: 'The order is paid at once. Check that the money has arrived.',
  cash_on_delivery:
    'The courier collects the amount, and the order is paid when it is delivered. It can be packed at once.',
};

/** How the order is paid. */
export function PaymentFields({ form }: { form: Form<Draft> }) {
  const may = useMay();
  const { method } = form.values.payment;
  const methods = Object.entries(manualMethods).filter(
    ([method]) => method === 'link' || method === 'cash_on_delivery' || may('orders.edit'),
  );
  return (
    <section className="grid gap-4">
      <h2 className="text-lg">Payment</h2>
      <SelectField label="Paid by" hint={hints[method]} {...form.field('payment.method')}>
        {methods.map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </SelectField>
      <PaymentDetails payment={form.values.payment} field={form.field} />
    </section>
  );
}

type PaymentPath = 'payment.method' | 'payment.hours' | 'payment.reference';
type PaymentField = (path: PaymentPath) => ReturnType<Form<Draft>['field']>;

function PaymentDetails({ payment: { method }, field }: { payment: Draft['payment']; field: PaymentField }) {
  if (method === 'link')
    return (
      <SelectField label="Valid for" {...field('payment.hours')}>
        <option value="1">1 hour</option>
        <option value="24">1 day</option>
        <option value="72">3 days</option>
      </SelectField>
    );
  if (method !== 'upi' && method !== 'bank_transfer') return null;
  return (
    <Field
      label="Reference"
      required
      maxLength={100}
      hint="The UPI transaction ID, or the UTR number of the transfer."
      {...field('payment.reference')}
    />
  );
}

/** How what is left to pay of a changed order is paid. */
export function DueFields(props: { payment: Draft['payment']; field: PaymentField }) {
  const isLink = props.payment.method === 'link';
  return (
    <>
      <SelectField
        label="Paid by"
        hint={
          isLink
            ? 'The link is mailed to the customer, sent as a text message by the payment provider, and shown with the order, which is packed when it is paid.'
            : 'Check that the money has arrived.'
        }
        {...props.field('payment.method')}
      >
        {dueMethods.map((method) => (
          <option key={method} value={method}>
            {manualMethods[method]}
          </option>
        ))}
      </SelectField>
      <PaymentDetails {...props} />
    </>
  );
}

const dueMethods = ['link', 'cash', 'upi', 'bank_transfer'] as const;
