import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import {
  type GiftCardDetails,
  giftCardChange,
  giftCardSending,
} from '../../../shared/contract/catalogue/gift-cards.ts';
import { shortRupees } from '../../../shared/money.ts';
import { giftCardName } from '../../../shared/orders/gift-card-code.ts';
import { dayInIndia, orderDate } from '../../../shared/orders/order-date.ts';
import { call } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { EmailField, Field } from '../../ui/field.tsx';
import { toast } from '../../ui/toast.tsx';
import { formQuery, invalidate, read, useAction } from '../parts/data.ts';
import { FormDialog } from '../parts/form/form-dialog.tsx';
import { errorsIn, useForm } from '../parts/form/use-form.ts';
import { Loaded, Missing } from '../parts/page/loaded.tsx';
import { PageHead } from '../parts/page/page-head.tsx';
import type { Route } from './+types/page';
import { StateBadge } from './state-badge.tsx';

/** A gift card: its balance, its entries, and what can be done with it. */
export default function GiftCardPage({ params }: Route.ComponentProps) {
  const query = useQuery({ ...read('GET /gift-cards/:id', { params }), ...formQuery });
  return (
    <Loaded
      query={query}
      failed="Failed to load the gift card. Please try again."
      missing={
        <Missing
          title="This gift card does not exist"
          text="Check the address."
          to="/admin/gift-cards"
          all="All gift cards"
        />
      }
    >
      {(card) => <Details key={JSON.stringify(card)} card={card} />}
    </Loaded>
  );
}

const changed = () => invalidate('GET /gift-cards', 'GET /gift-cards/:id', 'GET /gift-cards/totals');

function Details({ card }: { card: GiftCardDetails }) {
  const { _id: id, ending, recipient, expiresOn, state } = card;
  const isDisabled = state === 'disabled';
  const [isSending, setSending] = useState(false);
  const disable = useAction(async (disabled: boolean) => {
    await call('PUT /gift-cards/:id', { params: { id }, body: { disabled, expiresOn } });
    await changed();
  }, 'The gift card could not be changed. Please try again.');
  return (
    <>
      <PageHead title={ending ? giftCardName(ending) : 'Gift card'} subtitle={card.reason}>
        {recipient && !isDisabled && (
          <Button variant="secondary" onClick={() => setSending(true)}>
            {recipient.sentAt ? 'Send again' : 'Send now'}
          </Button>
        )}
        <Button variant="secondary" busy={disable.busy} onClick={() => disable.run(!isDisabled)}>
          {isDisabled ? 'Enable' : 'Disable'}
        </Button>
      </PageHead>
      {recipient && isSending && (
        <SendGiftCard id={id} recipient={recipient} onClose={() => setSending(false)} />
      )}
      <div className="grid max-w-3xl gap-5">
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-2 rounded-lg bg-card p-5 ring-1 ring-line [&_dt]:text-ink-soft">
          <dt>State</dt>
          <dd>
            <StateBadge state={state} />
          </dd>
          <dt>Balance</dt>
          <dd className="figures font-semibold">
            {shortRupees(card.balance)} of {shortRupees(card.amount)}
          </dd>
          <dt>Kind</dt>
          <dd>{card.isFree ? 'Given away: a discount when it is used' : 'Paid for: pays like money'}</dd>
          {recipient && (
            <>
              <dt>Recipient</dt>
              <dd className="wrap-anywhere">
                {recipient.name}, {recipient.email}
              </dd>
              <dt>Sent</dt>
              <dd>
                {recipient.sentAt
                  ? orderDate(recipient.sentAt)
                  : `Will be sent on ${dayInIndia(`${recipient.sendOn}T00:00:00+05:30`)}`}
              </dd>
              {recipient.message && (
                <>
                  <dt>Message</dt>
                  <dd className="whitespace-pre-line wrap-anywhere">{recipient.message}</dd>
                </>
              )}
            </>
          )}
        </dl>
        <LastDay card={card} />
        <Entries card={card} />
      </div>
    </>
  );
}

function LastDay({ card }: { card: GiftCardDetails }) {
  const bodyOf = ({ expiresOn }: { expiresOn: string }) => ({
    disabled: card.state === 'disabled',
    expiresOn: expiresOn || null,
  });
  const form = useForm({
    start: { expiresOn: card.expiresOn ?? '' },
    check: (draft) => errorsIn(giftCardChange, bodyOf(draft)),
    async send(draft) {
      await call('PUT /gift-cards/:id', { params: { id: card._id }, body: bodyOf(draft) });
      toast('Saved', 'success');
      await changed();
    },
    failed: 'The last day could not be saved. Please try again.',
    toasts: true,
  });
  return (
    <form
      {...form.props}
      className="flex flex-wrap items-start gap-4 rounded-lg bg-card p-5 ring-1 ring-line"
    >
      <Field
        label="Last day (India)"
        optional
        type="date"
        hint="Empty: the card does not expire."
        {...form.field('expiresOn')}
      />
      <Button type="submit" variant="secondary" busy={form.busy} className="mt-7">
        Save
      </Button>
    </form>
  );
}

const kinds: Record<GiftCardDetails['entries'][number]['kind'], string> = {
  issued: 'Issued',
  used: 'Used for order',
  returned: 'Returned, order ended unpaid',
  refunded: 'Refunded',
  cancelled: 'Cancelled, its order was refunded',
};

function Entries({ card: { entries } }: { card: GiftCardDetails }) {
  return (
    <section aria-label="Entries" className="rounded-lg bg-card p-5 ring-1 ring-line">
      <h2 className="text-lg">Entries</h2>
      <ul className="mt-2">
        {entries.map(({ at, kind, amount, by, order }) => (
          <li key={`${at} ${amount}`} className="flex justify-between gap-4 border-t border-line py-2">
            <span className="min-w-0">
              {kinds[kind]}{' '}
              {order && (
                <Link to={`/admin/orders/${order._id}`} className="text-press hover:underline">
                  #{order.number}
                </Link>
              )}
              <span className="figures block text-xs text-ink-soft">
                {orderDate(at)} · {by}
              </span>
            </span>
            <span className="figures shrink-0 whitespace-nowrap">
              {amount > 0 && '+'}
              {shortRupees(amount)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Sends a gift card before its day or again, to an address that can be corrected. */
function SendGiftCard(props: {
  id: string;
  recipient: NonNullable<GiftCardDetails['recipient']>;
  onClose: () => void;
}) {
  const { id, recipient, onClose } = props;
  const form = useForm({
    start: { email: recipient.email },
    check: (draft) => errorsIn(giftCardSending, draft),
    async send(body) {
      await call('POST /gift-cards/:id/send', { params: { id }, body });
      toast('The gift card is being sent', 'success');
      void changed();
      onClose();
    },
    failed: 'The gift card could not be sent. Please try again.',
  });
  return (
    <FormDialog
      title={recipient.sentAt ? 'Send this gift card again' : 'Send this gift card now'}
      form={form}
      onClose={onClose}
      action="Send"
    >
      {recipient.sentAt && <p>{recipient.name} gets another code. The former code can’t be used any more.</p>}
      <EmailField label="Email" required autoComplete="off" {...form.field('email')} />
    </FormDialog>
  );
}
