import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import type { GiftCard } from '../../../shared/contract/catalogue/gift-cards.ts';
import { shortRupees } from '../../../shared/money.ts';
import { dayInIndia } from '../../../shared/orders/order-date.ts';
import { Button } from '../../ui/button.tsx';
import { read } from '../parts/data.ts';
import { pageQuery, RowLink } from '../parts/list/list.tsx';
import { useAddress } from '../parts/list/list-address.ts';
import { ResourcePage } from '../parts/list/resource-page.tsx';
import { counted } from '../parts/text.ts';
import { NewGiftCard } from './new-dialog.tsx';
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
