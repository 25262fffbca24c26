import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { placeText } from '../../../shared/contact/address-lines.ts';
import type { Customer, CustomerDetail } from '../../../shared/contract/accounts/customers.ts';
import type { AdminOrder } from '../../../shared/contract/orders/orders.ts';
import { shortRupees } from '../../../shared/money.ts';
import { dayInIndia, orderDate } from '../../../shared/orders/order-date.ts';
import { isReturned } from '../../../shared/orders/order-state.ts';
import { call } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { toast } from '../../ui/toast.tsx';
import { confirm } from '../parts/confirm.tsx';
import { invalidate, read, updateCached, useAction, useMay } from '../parts/data.ts';
import { DialogButtons } from '../parts/form/form-dialog.tsx';
import { Notes, Tags } from '../parts/notes-and-tags.tsx';
import { Loaded, LoadingArea, Missing } from '../parts/page/loaded.tsx';
import { BackLink, PageHead } from '../parts/page/page-head.tsx';
import { Figures, Section } from '../parts/page/section.tsx';
import { capitalized, counted, formatCount } from '../parts/text.ts';
import { FormerOrders, InviteButton, Offers } from './moved.tsx';

/** One customer: contact, orders, addresses, tags and notes. */
export default function CustomerPage() {
  const { id = '' } = useParams();
  const query = useQuery(read('GET /customers/:id', { params: { id } }));
  const [merging, setMerging] = useState(false);
  const navigate = useNavigate();
  const may = useMay();
  const { data: customer } = query;
  const erase = async () => {
    await call('DELETE /customers/:id', { params: { id } });
    toast('The customer was erased', 'success');
    void invalidate('GET /customers');
    navigate('/admin/customers');
  };

  return (
    <>
      <BackLink to="/admin/customers">All customers</BackLink>
      <Loaded
        query={query}
        failed="Failed to load the customer. Please try again."
        loading={<LoadingArea label="Loading customer…" />}
        missing={
          <Missing
            title="Customer not found"
            text="There is no customer with this address. They may have been merged or erased."
            to="/admin/customers"
            all="All customers"
          />
        }
      >
        {(loaded) => (
          <>
            <PageHead
              title={loaded.name}
              subtitle={`${loaded.is_guest ? 'Guest' : 'Account'} since ${orderDate(loaded.createdAt)}`}
            >
              {may('customers.edit') && loaded.mayBeInvited && <InviteButton customer={loaded} />}
              {may('customers.edit') && (
                <Button variant="secondary" onClick={() => setMerging(true)}>
                  Merge
                </Button>
              )}
              {may('customers.erase') && (
                <Button variant="secondary" onClick={() => confirm(eraseQuestion(loaded, erase))}>
                  Erase
                </Button>
              )}
            </PageHead>
            <Details customer={loaded} />
          </>
        )}
      </Loaded>
      {customer && merging && <MergeDialog into={customer} onClose={() => setMerging(false)} />}
    </>
  );
}

const eraseQuestion = ({ name, is_guest }: CustomerDetail, onConfirm: () => Promise<void>) => ({
  title: `Erase ${name}?`,
  action: 'Erase',
  text: (
    <>
      <p>
        {is_guest
          ? 'Their contact details, notes and tags are removed, also from finished orders.'
          : 'Their account is deleted, with addresses, contact details, notes and tags, also in finished orders.'}
      </p>
      <p>
        Invoices, and name and address in paid orders, are kept because tax law requires them. This can’t be
        undone.
      </p>
    </>
  ),
  failed: 'The customer could not be erased. Please try again.',
  onConfirm,
});

function Details({ customer }: { customer: CustomerDetail }) {
  const { _id: id, orders, spent, lastOrderAt, returns, addresses, notes, tags, priceLists } = customer;
  const may = useMay();
  const mayEdit = may('customers.edit');
  return (
    <>
      <Figures
        figures={[
          { label: 'Orders', value: formatCount(orders), to: `/admin/orders?customer=${id}` },
          { label: 'Spent', value: shortRupees(spent) },
          { label: 'Last order', value: lastOrderAt ? dayInIndia(lastOrderAt) : 'None' },
          { label: 'Returned to origin', value: formatCount(returns) },
        ]}
        className="mb-6 sm:grid-cols-4"
      />
      <div className="grid gap-x-10 gap-y-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="grid content-start gap-6">
          <CustomerOrders id={id} />
          {customer.formerOrders > 0 && <FormerOrders customer={customer} />}
          <Notes base="/customers" id={id} mayWrite={mayEdit} notes={notes} />
        </div>
        <div className="grid content-start gap-6">
          <Contact customer={customer} />
          <Offers customer={customer} />
          <Tags base="/customers" id={id} mayWrite={mayEdit} tags={tags} />
          {priceLists.length > 0 && (
            <Section title="Price lists">
              <ul className="grid gap-1">
                {priceLists.map(({ _id, name, active }) => (
                  <li key={_id} className="wrap-anywhere">
                    {may('discounts.edit') ? (
                      <Link to={`/admin/price-lists/${_id}`} className="text-press hover:underline">
                        {name}
                      </Link>
                    ) : (
                      name
                    )}
                    {!active && <span className="text-ink-soft"> (off)</span>}
                  </li>
                ))}
              </ul>
            </Section>
          )}
          <Section title="Addresses">
            {addresses.length === 0 && <p className="text-ink-soft">No addresses.</p>}
            <ul className="grid gap-3">
              {addresses.map(({ name, address, city, state, postalCode, saved }) => (
                <li key={`${name} ${address} ${city} ${postalCode}`} className="wrap-anywhere">
                  <p>{name}</p>
                  <p className="whitespace-pre-line">{address}</p>
                  <p>{placeText({ city, postalCode, state })}</p>
                  <p className="text-xs text-ink-soft">{saved ? 'Saved in the account' : 'From an order'}</p>
                </li>
              ))}
            </ul>
          </Section>
        </div>
      </div>
    </>
  );
}

function Contact({ customer }: { customer: CustomerDetail }) {
  const { email, mobile, otherContacts } = customer;
  const contacts = [email, mobile, ...otherContacts].filter(Boolean);
  return (
    <Section title="Contact">
      {contacts.length === 0 && <p className="text-ink-soft">No contact details.</p>}
      <ul>
        {contacts.map((contact) => (
          <li key={contact}>
            <a
              href={contact.includes('@') ? `mailto:${contact}` : `tel:+91${contact}`}
              className="inline-flex min-h-8 items-center text-press underline-offset-4 wrap-anywhere hover:underline"
            >
              {contact.includes('@') ? contact : `+91 ${contact}`}
            </a>
          </li>
        ))}
      </ul>
    </Section>
  );
}

const shown = 10;

const standingOf = (order: Pick<AdminOrder, 'status' | 'refundState' | 'fulfilmentState'>): string => {
  const { status, refundState } = order;
  if (refundState !== 'none') return capitalized(refundState.replace('_', ' '));
  return isReturned(order) ? 'Returned' : capitalized(status);
};

function CustomerOrders({ id }: { id: string }) {
  const query = useQuery(read('GET /order/admin', { query: { customer: id, limit: shown } }));
  return (
    <Section title="Orders">
      <Loaded query={query} failed="Failed to load the orders. Please try again.">
        {({ items, total }) => (
          <>
            {total === 0 && <p className="text-ink-soft">No paid orders.</p>}
            <ul className="grid">
              {items.map(({ _id, order_number, createdAt, amount, ...order }) => (
                <li
                  key={_id}
                  className="figures flex flex-wrap items-center justify-between gap-x-4 border-t border-line py-1.5 first:border-t-0"
                >
                  <span className="flex flex-wrap items-center gap-x-3">
                    <Link
                      to={`/admin/orders/${_id}`}
                      className="inline-flex min-h-8 items-center font-semibold text-press underline-offset-4 hover:underline"
                    >
                      {order_number}
                    </Link>
                    <span className="text-ink-soft">{orderDate(createdAt)}</span>
                  </span>
                  <span className="flex items-center gap-3">
                    <span className="text-ink-soft">{standingOf(order)}</span>
                    {amount !== null && <span className="font-semibold">{shortRupees(amount)}</span>}
                  </span>
                </li>
              ))}
            </ul>
            {total > shown && (
              <Link
                to={`/admin/orders?customer=${id}`}
                className="inline-flex min-h-11 items-center font-medium text-press underline underline-offset-4"
              >
                All {formatCount(total)} orders
              </Link>
            )}
          </>
        )}
      </Loaded>
    </Section>
  );
}

/** Finds another customer and merges them `into` this one, after a warning that this is final. */
function MergeDialog({ into, onClose }: { into: CustomerDetail; onClose: () => void }) {
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState<Customer | null>(null);
  const search = useDeferredValue(text.trim());
  const found = useQuery({
    ...read('GET /customers', { query: { search, limit: 8 } }),
    enabled: search.length > 1,
  });
  const merge = useAction(async ({ _id: from, name }: Customer) => {
    const merged = await call('POST /customers/:id/merge', { params: { id: into._id }, body: { from } });
    updateCached('GET /customers/:id', (cached) => (cached._id === into._id ? merged : cached));
    void invalidate('GET /customers', 'GET /order/admin');
    toast(`${name} was merged`, 'success');
    onClose();
  }, 'The customers could not be merged. Please try again.');

  return (
    <Dialog open onClose={merge.busy ? null : onClose} title={`Merge into ${into.name}`}>
      <form
        className="grid gap-4 p-5 text-sm"
        onSubmit={(event) => {
          event.preventDefault();
          if (chosen) void merge.run(chosen);
        }}
      >
        <label className="grid gap-1.5 font-medium">
          Find the other customer
          <input
            type="search"
            value={text}
            maxLength={200}
            placeholder="Name, mobile or email"
            onChange={(event) => {
              setText(event.target.value);
              setChosen(null);
            }}
            className="input font-normal"
          />
        </label>
        {search.length > 1 && (
          <Loaded query={found} failed="The search failed. Please try again.">
            {({ items }) => (
              <Matches
                customers={items.filter(({ _id }) => _id !== into._id)}
                chosen={chosen}
                onChoose={setChosen}
              />
            )}
          </Loaded>
        )}
        {chosen && (
          <p
            role="alert"
            className="rounded-md bg-madder-tint px-4 py-3 font-medium text-madder wrap-anywhere"
          >
            The orders, contact details, notes and tags of {chosen.name} are moved to {into.name}. This can’t
            be undone.
          </p>
        )}
        <DialogButtons onCancel={onClose} variant="danger" busy={merge.busy} disabled={!chosen}>
          Merge
        </DialogButtons>
      </form>
    </Dialog>
  );
}

function Matches(props: {
  customers: Customer[];
  chosen: Customer | null;
  onChoose: (customer: Customer) => void;
}) {
  const { customers, chosen, onChoose } = props;
  if (customers.length === 0) return <p className="text-ink-soft">No other customer matches.</p>;
  return (
    <ul aria-label="Matching customers" className="grid gap-1">
      {customers.map((customer) => (
        <li key={customer._id}>
          <label className="flex min-h-11 items-center gap-3 rounded-md px-2 hover:bg-paper-deep">
            <input
              type="radio"
              name="customer"
              checked={chosen?._id === customer._id}
              onChange={() => onChoose(customer)}
              className="size-5 shrink-0 accent-press"
            />
            <span className="min-w-0 py-1">
              <span className="block wrap-anywhere">{customer.name}</span>
              <span className="block text-xs text-ink-soft wrap-anywhere">
                {[customer.is_guest ? 'Guest' : 'Account', customer.email, customer.mobile]
                  .filter(Boolean)
                  .join(' · ')}
                {` · ${counted(customer.orders, 'order')}, ${shortRupees(customer.spent)}`}
              </span>
            </span>
          </label>
        </li>
      ))}
    </ul>
  );
}
