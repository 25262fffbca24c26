import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import type { ComponentProps } from 'react';
import { Link } from 'react-router';
import type { Discount } from '../../../shared/contract/discounts.ts';
import { discountSentence, discountStates } from '../../../shared/discount-words.ts';
import { Badge } from '../../ui/badge.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { read } from '../parts/data.ts';
import { List, pageQuery } from '../parts/list/list.tsx';
import { useAddress } from '../parts/list/list-address.ts';
import { PageHead } from '../parts/page/page-head.tsx';
import { formatCount } from '../parts/text.ts';

/** The discounts of the shop, with what they do, their states and uses. */
export default function Discounts() {
  const address = useAddress([], 24);
  const list = useQuery({ ...read('GET /discounts', { query: address.query }), ...pageQuery });
  const add = (
    <ButtonLink href="/admin/discounts/new" icon={Plus}>
      Add discount
    </ButtonLink>
  );
  return (
    <>
      <PageHead title="Discounts" subtitle="Codes and automatic discounts">
        {add}
      </PageHead>
      <List
        query={list}
        columns={columns}
        failed="Failed to load the discounts. Please try again."
        empty={{
          title: 'No discounts yet',
          text: 'A discount reduces the price of an order: with a code that shoppers enter, or automatically.',
          action: add,
        }}
        address={address}
        noun="discount"
      />
    </>
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
        <Link
          to={`/admin/discounts/${discount._id}`}
          className="inline-flex min-h-8 flex-wrap items-center gap-x-2 font-semibold text-press underline-offset-4 wrap-anywhere hover:underline"
        >
          {discount.title}
          <span className="font-normal">{discount.uniqueCodes ? 'Unique codes' : discount.code}</span>
        </Link>
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
    className: 'figures',
    cell: ({ uses, maxUses }: Discount) => (
      <>
        <span className="text-ink-soft lg:sr-only">Uses </span>
        {formatCount(uses)}
        {maxUses !== null && ` of ${formatCount(maxUses)}`}
      </>
    ),
  },
];
