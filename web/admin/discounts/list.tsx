import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import type { ComponentProps } from 'react';
import type { Discount } from '../../../shared/contract/catalogue/discounts.ts';
import { discountSentence, discountStates } from '../../../shared/orders/discount-words.ts';
import { Badge } from '../../ui/badge.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { read } from '../parts/data.ts';
import { useAddress } from '../parts/list/filters.tsx';
import { pageQuery, ResourcePage, RowLink } from '../parts/list/list.tsx';
import { formatCount } from '../parts/text.ts';

/** The discounts of the shop, with what they do, their states and uses. */
export default function Discounts() {
  const address = useAddress([], 24);
  const list = useQuery({ ...read('GET /discounts', { query: address.query }), ...pageQuery });
  return (
    <ResourcePage
      title="Discounts"
      subtitle="Codes and automatic discounts"
      add={
        <ButtonLink href="/admin/discounts/new" icon={Plus}>
          Add discount
        </ButtonLink>
      }
      query={list}
      columns={columns}
      failed="Failed to load the discounts. Please try again."
      empty={{
        title: 'No discounts yet',
        text: 'A discount reduces the price of an order: with a code that shoppers enter, or automatically.',
      }}
      address={address}
      noun="discount"
    />
  );
}

const tones: Record<Discount['state'], ComponentProps<typeof Badge>['tone']> = {
  active: 'success',
  scheduled: 'accent',
  ended: 'plain',
  used_up: 'warning',
  disabled: 'plain',
};

const columns = [
  {
    name: 'Discount',
    className: 'max-lg:col-span-2',
    cell: (discount: Discount) => (
      <>
        <RowLink to={`/admin/discounts/${discount._id}`} className="flex-wrap gap-x-2">
          {discount.title}
          <span className="font-normal">{discount.uniqueCodes ? 'Unique codes' : discount.code}</span>
        </RowLink>
        <p className="max-w-prose text-xs text-ink-soft wrap-anywhere">{discountSentence(discount)}</p>
      </>
    ),
  },
  {
    name: 'State',
    cell: ({ state }: Discount) => <Badge tone={tones[state]}>{discountStates[state]}</Badge>,
  },
  {
    name: 'Uses',
    labelled: true,
    className: 'figures',
    cell: ({ uses, maxUses }: Discount) =>
      maxUses === null ? formatCount(uses) : `${formatCount(uses)} of ${formatCount(maxUses)}`,
  },
];
