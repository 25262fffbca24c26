import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { placeText } from '../../../../shared/contact/address-lines.ts';
import type { Customer, CustomerDetail } from '../../../../shared/contract/accounts/customers.ts';
import { manualOrderRequest } from '../../../../shared/contract/orders/manual-orders.ts';
import { shortRupees } from '../../../../shared/money.ts';
import { extraLimits, sezText } from '../../../../shared/orders/order-extras.ts';
import { call } from '../../../api.ts';
import { Button } from '../../../ui/button.tsx';
import { EmailField, Field, MobileField, TextAreaField } from '../../../ui/field.tsx';
import { toast } from '../../../ui/toast.tsx';
import { formQuery, invalidate, read } from '../../parts/data.ts';
import { useAttemptKey } from '../../parts/form/attempt-key.ts';
import { Check } from '../../parts/form/fields.tsx';
import { LeaveGuard, SaveBar } from '../../parts/form/save-bar.tsx';
import { type Form, useForm } from '../../parts/form/use-form.ts';
import { ErrorText } from '../../parts/page/error-banner.tsx';
import { Loaded, LoadingArea } from '../../parts/page/loaded.tsx';
import { BackLink, PageHead } from '../../parts/page/page-head.tsx';
import { counted } from '../../parts/text.ts';
import { AddressFields } from '../address-fields.tsx';
import { bodyOf, type Draft, draftErrors, draftOf, emptyDraft, quoteBodyOf } from './draft.ts';
import { OrderLines } from './order-lines.tsx';
import { PaymentFields, Totals, useQuote } from './totals.tsx';

/** Creates an order for a customer who calls, writes or stands at the stall; with `?from=`, one like another order. */
export default function NewOrderPage() {
  const from = useSearchParams()[0].get('from');
  return (
    <>
      <BackLink to="/admin/orders">All orders</BackLink>
      <PageHead title="Create order" subtitle="For a customer who calls, writes or stands at your stall" />
      {from ? <Duplicate id={from} /> : <OrderForm start={emptyDraft} />}
    </>
  );
}

function Duplicate({ id }: { id: string }) {
  const query = useQuery({ ...read('GET /order/admin/:id', { params: { id } }), ...formQuery });
  return (
    <Loaded
      query={query}
      failed="The order could not be loaded. Please try again."
      loading={<LoadingArea label="Loading order…" />}
    >
      {(order) => <OrderForm key={id} start={draftOf(order)} />}
    </Loaded>
  );
}

/** The form of an order. The server computes every total; an order is created only with the total that is shown. */
function OrderForm({ start }: { start: Draft }) {
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

function CustomerFields({ form }: { form: Form<Draft> }) {
  const { customer, delivers } = form.values;
  return (
    <section className="grid gap-4">
      <h2 className="text-lg">Customer</h2>
      {customer ? <Chosen form={form} /> : <CustomerSearch form={form} />}
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Name" required maxLength={100} {...form.field('name')} />
        <MobileField required {...form.field('mobile')} />
        <EmailField
          optional
          hint="Without one, no mails are sent: share the link yourself."
          {...form.field('email')}
        />
        <MobileField label="Alternate mobile" optional {...form.field('altMobile')} />
      </div>
      <BusinessFields form={form} />
      <Check {...form.flag('delivers')}>Send the goods to an address</Check>
      {delivers ? (
        <AddressFields form={form} />
      ) : (
        <p className="text-ink-soft">
          The goods are handed over in the shop or at the stall, so your state is the place of supply.
        </p>
      )}
    </section>
  );
}

function CustomerSearch({ form }: { form: Form<Draft> }) {
  const [text, setText] = useState('');
  const search = useDeferredValue(text.trim());
  const found = useQuery({
    ...read('GET /customers', { query: { search, limit: 6 } }),
    enabled: search.length > 1,
  });
  return (
    <div className="grid gap-2">
      <Field
        label="Find a customer"
        name="customer-search"
        type="search"
        maxLength={200}
        placeholder="Name, mobile or email"
        hint="Or enter a new customer below."
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          // Enter searches; it must not send the form.
          if (event.key === 'Enter') event.preventDefault();
        }}
      />
      {search.length > 1 && (
        <Loaded query={found} failed="The search failed. Please try again.">
          {({ items }) => (
            <Matches customers={items} onChoose={(customer) => form.change({ ...contactOf(customer) })} />
          )}
        </Loaded>
      )}
    </div>
  );
}

const contactOf = ({ _id, name, email, mobile }: Customer) => ({ customer: _id, name, email, mobile });

function Matches(props: { customers: Customer[]; onChoose: (customer: Customer) => void }) {
  if (props.customers.length === 0) return <p className="text-ink-soft">No customer matches.</p>;
  return (
    <ul aria-label="Matching customers" className="grid gap-1">
      {props.customers.map((customer) => (
        <li key={customer._id}>
          <button
            type="button"
            onClick={() => props.onChoose(customer)}
            className="w-full rounded-md px-3 py-2 text-left ring-1 ring-line hover:bg-paper-deep"
          >
            <span className="block wrap-anywhere">{customer.name}</span>
            <span className="block text-xs text-ink-soft wrap-anywhere">
              {[customer.email, customer.mobile, counted(customer.orders, 'order')]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}

function Chosen({ form }: { form: Form<Draft> }) {
  const { customer } = form.values;
  const query = useQuery(read('GET /customers/:id', { params: { id: customer } }));
  return (
    <div className="grid gap-3 rounded-md p-3 ring-1 ring-line">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p className="mr-auto wrap-anywhere">
          <span className="font-semibold">{query.data?.name ?? form.values.name}</span>{' '}
          {query.data && (
            <span className="text-ink-soft">
              ({query.data.is_guest ? 'guest' : 'has an account'}, {counted(query.data.orders, 'order')})
            </span>
          )}
        </p>
        <Button variant="secondary" onClick={() => form.change({ customer: '' })}>
          Choose another customer
        </Button>
      </div>
      {query.data && <Addresses customer={query.data} form={form} />}
    </div>
  );
}

function Addresses({ customer, form }: { customer: CustomerDetail; form: Form<Draft> }) {
  if (customer.addresses.length === 0 || !form.values.delivers) return null;
  return (
    <ul aria-label="Known addresses" className="grid gap-1">
      {customer.addresses.map(({ saved: _, ...address }) => (
        <li key={Object.values(address).join()}>
          <button
            type="button"
            onClick={() => form.change({ shipping_details: address })}
            className="w-full rounded-md px-2 py-1.5 text-left text-sm hover:bg-paper-deep wrap-anywhere"
          >
            <span className="text-press underline">Use</span>{' '}
            {[address.name, address.address, placeText(address)].join(', ')}
          </button>
        </li>
      ))}
    </ul>
  );
}

function BusinessFields({ form }: { form: Form<Draft> }) {
  const shop = useQuery(read('GET /site-info')).data;
  if (!shop?.issuesTaxInvoices) return null;
  return (
    <>
      <Check {...form.flag('isForBusiness')}>For a business with a GSTIN</Check>
      {form.values.isForBusiness && (
        <div className="grid gap-4 sm:grid-cols-2">
          <Field
            label="Business name"
            required
            maxLength={extraLimits.businessName}
            {...form.field('businessName')}
          />
          <Field
            label="GSTIN"
            required
            maxLength={20}
            autoCapitalize="characters"
            spellCheck={false}
            hint="Its state is the place of supply."
            {...form.field('gstin')}
          />
          <Check className="sm:col-span-2" {...form.flag('isSez')}>
            It is a {sezText}
          </Check>
        </div>
      )}
    </>
  );
}
