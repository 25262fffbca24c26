import { useQuery } from '@tanstack/react-query';
import { ChevronLeft } from 'lucide-react';
import { useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { placeText } from '../../../shared/address-lines.ts';
import type { CustomerDetail } from '../../../shared/contract/customers.ts';
import { shortRupees } from '../../../shared/money.ts';
import { dayInIndia, orderDate } from '../../../shared/order-date.ts';
import { call } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { toast } from '../../ui/toast.tsx';
import { Section } from '../orders/section.tsx';
import { confirm } from '../parts/confirm.tsx';
import { invalidate, read, updateCached, useAction } from '../parts/data.ts';
import { Figures } from '../parts/page/figures.tsx';
import { Loaded, LoadingArea } from '../parts/page/loaded.tsx';
import { useMay } from '../parts/me.ts';
import { Notes } from '../parts/notes.tsx';
import { PageHead } from '../parts/page/page-head.tsx';
import { Tags } from '../parts/tags.tsx';
import { formatCount } from '../parts/text.ts';
import { CustomerOrders } from './customer-orders.tsx';
import { MergeDialog } from './merge-dialog.tsx';

/** One customer: contact, orders, addresses, tags and notes. */
export default function CustomerPage() {
  const { id = '' } = useParams();
  const query = useQuery(read('GET /customers/:id', { params: { id } }));
  const [merging, setMerging] = useState(false);
  const navigate = useNavigate();
  const may = useMay();
  const { data: customer } = query;
  const erase = useAction(async () => {
    await call('DELETE /customers/:id', { params: { id } });
    toast('The customer was erased', 'success');
    void invalidate('GET /customers');
    navigate('/admin/customers');
  }, 'The customer could not be erased. Please try again.');

  return (
    <>
      <Link
        to="/admin/customers"
        className="mb-1 inline-flex min-h-8 items-center gap-1 text-press underline-offset-4 hover:underline"
      >
        <ChevronLeft className="size-4" />
        All customers
      </Link>
      <Loaded
        query={query}
        failed="Failed to load the customer. Please try again."
        loading={<LoadingArea label="Loading customer…" />}
        missing={
          <Empty
            level={1}
            title="Customer not found"
            text="There is no customer with this address. She may have been merged or erased."
            link={['/admin/customers', 'All customers']}
          />
        }
      >
        {(loaded) => (
          <>
            <PageHead
              title={loaded.name}
              subtitle={`${loaded.is_guest ? 'Guest' : 'Account'} since ${orderDate(loaded.createdAt)}`}
            >
              {may('customers.edit') && (
                <Button variant="secondary" onClick={() => setMerging(true)}>
                  Merge
                </Button>
              )}
              {may('customers.erase') && (
                <Button variant="secondary" onClick={() => confirm(eraseQuestion(loaded, erase.run))}>
                  Erase
                </Button>
              )}
            </PageHead>
            <Details customer={loaded} />
          </>
        )}
      </Loaded>
      {customer && <MergeDialog open={merging} kept={customer} onClose={() => setMerging(false)} />}
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
          ? 'Her contact details, notes and tags are removed, also from finished orders.'
          : 'Her account is deleted, with addresses, contact details, notes and tags, also in finished orders.'}
      </p>
      <p>
        Invoices, and name and address in paid orders, are kept because tax law requires them. This can’t be
        undone.
      </p>
    </>
  ),
  onConfirm,
});

function Details({ customer }: { customer: CustomerDetail }) {
  const { _id: id, orders, spent, lastOrderAt, returns, addresses, notes, tags, priceLists } = customer;
  const may = useMay();
  const mayEdit = may('customers.edit');
  const suggestions = useQuery(read('GET /customers/tags')).data ?? [];

  async function change(send: Promise<CustomerDetail>) {
    const changed = await send;
    updateCached('GET /customers/:id', (cached) => (cached._id === id ? changed : cached));
    void invalidate('GET /customers', 'GET /customers/tags');
  }
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
          <Section title="Notes">
            <Notes
              notes={notes}
              mayWrite={mayEdit}
              calls={{
                add: (text) => change(call('POST /customers/:id/notes', { params: { id }, body: { text } })),
                edit: (note, text) =>
                  change(call('PUT /customers/:id/notes/:note', { params: { id, note }, body: { text } })),
                remove: (note) => change(call('DELETE /customers/:id/notes/:note', { params: { id, note } })),
              }}
            />
          </Section>
        </div>
        <div className="grid content-start gap-6">
          <Contact customer={customer} />
          <Section title="Tags">
            <Tags
              tags={tags}
              suggestions={suggestions}
              mayChange={mayEdit}
              onChange={(body) => change(call('PATCH /customers/:id/tags', { params: { id }, body }))}
            />
          </Section>
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
