import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import type { Customer, CustomerDetail } from '../../../shared/contract/accounts/customers.ts';
import { shortRupees } from '../../../shared/money.ts';
import { call } from '../../api.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { toast } from '../../ui/toast.tsx';
import { invalidate, read, updateCached, useAction } from '../parts/data.ts';
import { DialogButtons } from '../parts/form/form-dialog.tsx';
import { Loaded } from '../parts/page/loaded.tsx';
import { counted } from '../parts/text.ts';

/** Finds another customer and merges them `into` this one, after a warning that this is final. */
export function MergeDialog({ into, onClose }: { into: CustomerDetail; onClose: () => void }) {
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
