import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { type GiftCard, giftCardInput, wrongAmount } from '../../../shared/contract/catalogue/gift-cards.ts';
import { shortRupees } from '../../../shared/money.ts';
import { dayInIndia, minuteInIndia } from '../../../shared/orders/order-date.ts';
import { call } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { EmailField, Field, TextAreaField } from '../../ui/field.tsx';
import { toast } from '../../ui/toast.tsx';
import { invalidate, read } from '../parts/data.ts';
import { AmountField, Check } from '../parts/form/fields.tsx';
import { DialogButtons, DialogForm } from '../parts/form/form-dialog.tsx';
import { errorsIn, useForm } from '../parts/form/use-form.ts';
import { useAddress } from '../parts/list/filters.tsx';
import { pageQuery, ResourcePage, RowLink } from '../parts/list/list.tsx';
import { counted } from '../parts/text.ts';
import { StateBadge } from './state-badge.tsx';

/** The gift cards with their balances, and what the shop owes in all. */
export default function GiftCards() {
  const address = useAddress(['search']);
  const list = useQuery({ ...read('GET /gift-cards', { query: address.query }), ...pageQuery });
  const [isAdding, setAdding] = useState(false);
  return (
    <ResourcePage
      title="Gift cards"
      subtitle="Codes with a balance that pays for orders"
      add={
        <Button icon={Plus} onClick={() => setAdding(true)}>
          Create gift card
        </Button>
      }
      intro={<Outstanding />}
      search={['Search gift cards', 'Ending, recipient or reason']}
      query={list}
      columns={columns}
      failed="Failed to load the gift cards. Please try again."
      empty={{
        title: 'No gift cards yet',
        text: 'Create one, and give its code to a customer or have it mailed on a day.',
      }}
      address={address}
      noun="gift card"
    >
      {isAdding && <NewGiftCard onClose={() => setAdding(false)} />}
    </ResourcePage>
  );
}

/** Gift cards that were paid for are a liability until they are spent. */
function Outstanding() {
  const { data } = useQuery(read('GET /gift-cards/totals'));
  if (!data) return null;
  const { outstanding, free, blocked } = data;
  return (
    <p className="mb-5 max-w-prose text-ink-soft">
      Gift cards outstanding:{' '}
      <strong className="figures font-semibold text-ink">{shortRupees(outstanding.balance)}</strong> on{' '}
      {counted(outstanding.cards, 'card')}
      {free.cards > 0 && `, of which ${shortRupees(free.balance)} were given away`}.
      {blocked.cards > 0 &&
        ` ${shortRupees(blocked.balance)} on ${counted(blocked.cards, 'card')} that expired or are disabled.`}
    </p>
  );
}

const columns = [
  {
    name: 'Gift card',
    className: 'max-lg:col-span-2',
    cell: ({ _id, ending, recipient, reason, isFree }: GiftCard) => (
      <>
        <RowLink to={`/admin/gift-cards/${_id}`}>{ending ? `Ending ${ending}` : 'Not sent yet'}</RowLink>
        <p className="max-w-prose text-xs text-ink-soft wrap-anywhere">
          {recipient ? `For ${recipient.name}, ${recipient.email} · ${reason}` : reason}
          {!isFree && ' · Paid for'}
        </p>
      </>
    ),
  },
  { name: 'State', cell: ({ state }: GiftCard) => <StateBadge state={state} /> },
  {
    name: 'Balance',
    className: 'figures',
    cell: ({ balance, amount }: GiftCard) => (
      <>
        {shortRupees(balance)} <span className="text-ink-soft">of {shortRupees(amount)}</span>
      </>
    ),
  },
  {
    name: 'Created',
    className: 'max-lg:col-span-2 max-lg:text-xs max-lg:text-ink-soft',
    cell: ({ createdAt }: GiftCard) => dayInIndia(createdAt),
  },
];

/** Creates a gift card, and shows its code once unless it is mailed. */
function NewGiftCard({ onClose }: { onClose: () => void }) {
  const [code, setCode] = useState<string | null>(null);
  return (
    <Dialog open onClose={onClose} title={code ? 'The code of the gift card' : 'New gift card'}>
      {code ? (
        <div className="grid gap-4 p-5">
          <p>Copy the code now and give it to the customer. It is not shown again.</p>
          <p className="figures rounded-md bg-paper p-4 text-center text-lg font-semibold select-all wrap-anywhere">
            {code}
          </p>
          <DialogButtons cancel="Copy" onCancel={() => copy(code)} type="button" onClick={onClose}>
            Done
          </DialogButtons>
        </div>
      ) : (
        <NewForm onClose={onClose} onCode={setCode} />
      )}
    </Dialog>
  );
}

const copy = (code: string) =>
  navigator.clipboard.writeText(code).then(
    () => toast('Copied', 'success'),
    () => toast('The code could not be copied. Select it instead.', 'error'),
  );

type Draft = ReturnType<typeof start>;

const start = () => ({
  amount: '',
  reason: '',
  expiresOn: '',
  isFree: true,
  isMailed: false,
  recipient: { name: '', email: '', message: '', sendOn: minuteInIndia(new Date()).slice(0, 10) },
});

const kinds = [
  {
    free: true,
    name: 'Nobody: you give it away',
    text: 'What it pays of an order is a discount: without GST, and no revenue.',
  },
  {
    free: false,
    name: 'The customer has paid for it',
    text: 'Or you owe the money. It pays for orders as money does, with GST.',
  },
];

const bodyOf = ({ amount, reason, isFree, expiresOn, isMailed, recipient }: Draft) => ({
  amount: /^\d+(\.\d{1,2})?$/.test(amount.trim()) ? Number(amount) : Number.NaN,
  reason,
  isFree,
  expiresOn: expiresOn || null,
  recipient: isMailed ? recipient : null,
});

function NewForm({ onClose, onCode }: { onClose: () => void; onCode: (code: string) => void }) {
  const form = useForm({
    start: start(),
    check: (draft) => {
      const found = errorsIn(giftCardInput, bodyOf(draft));
      return found.amount ? { ...found, amount: wrongAmount } : found;
    },
    async send(draft) {
      const { card, code } = await call('POST /gift-cards', { body: bodyOf(draft) });
      const mailed = code ? '' : ' It is mailed on its day.';
      const next = card.state === 'disabled' ? ' It can be used when another admin has enabled it.' : mailed;
      toast(`Gift card created.${next}`, 'success');
      void invalidate('GET /gift-cards', 'GET /gift-cards/totals');
      if (code) onCode(code);
      else onClose();
    },
    failed: 'The gift card could not be created. Please try again.',
  });
  const { isFree, isMailed } = form.values;
  return (
    <DialogForm form={form} onClose={onClose} action="Create">
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <AmountField label="Amount (₹)" required autoFocus maxLength={9} {...form.field('amount')} />
        <Field label="Last day (India)" optional type="date" {...form.field('expiresOn')} />
      </div>
      <fieldset>
        <legend className="mb-1 font-medium">Who pays for it?</legend>
        {kinds.map(({ free, name, text }) => (
          <label key={name} className="flex min-h-11 items-start gap-3 py-1.5">
            <input
              type="radio"
              name="kind"
              className="mt-0.5 size-4.5 shrink-0 accent-press"
              checked={isFree === free}
              onChange={() => form.change({ isFree: free })}
            />
            <span>
              {name}
              <span className="block text-xs text-ink-soft">{text}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <Field
        label="Reason"
        required
        maxLength={200}
        hint="Only admins see it."
        placeholder={isFree ? 'Sorry for the late delivery' : 'Sold at the market stall'}
        {...form.field('reason')}
      />
      <Check tall checked={isMailed} onChange={({ target }) => form.change({ isMailed: target.checked })}>
        Mail the code to a recipient
      </Check>
      {isMailed && (
        <>
          <div className="grid items-start gap-4 sm:grid-cols-2">
            <Field label="Name" required maxLength={100} {...form.field('recipient.name')} />
            <Field label="Day (India)" required type="date" {...form.field('recipient.sendOn')} />
          </div>
          <EmailField label="Email" required autoComplete="off" {...form.field('recipient.email')} />
          <TextAreaField
            label="Message"
            optional
            rows={3}
            maxLength={500}
            {...form.field('recipient.message')}
          />
        </>
      )}
    </DialogForm>
  );
}
