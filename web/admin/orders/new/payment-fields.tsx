import { type ManualMethod, manualMethods } from '../../../../shared/contract/orders/manual-orders.ts';
import { Field, SelectField } from '../../../ui/field.tsx';
import type { Form } from '../../parts/form/use-form.ts';
import { useMay } from '../../parts/me.ts';
import type { Draft } from './draft.ts';

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

/** For how long a payment link is valid, or the reference of a payment by UPI or bank transfer. */
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
