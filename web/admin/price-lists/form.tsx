import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useNavigate } from 'react-router';
import {
  type PriceList,
  type PriceListInput,
  priceListInput,
} from '../../../shared/contract/catalogue/price-lists.ts';
import { call } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { toast } from '../../ui/toast.tsx';
import { Card } from '../discounts/card.tsx';
import { confirm } from '../parts/confirm.tsx';
import { invalidate, read, updateCached, useMay } from '../parts/data.ts';
import { AmountField, Check, Suggestions } from '../parts/form/fields.tsx';
import { LeaveGuard } from '../parts/form/save-bar.tsx';
import { errorsIn, type Form, useForm } from '../parts/form/use-form.ts';
import { Loaded, Missing } from '../parts/page/loaded.tsx';
import { BackLink, PageHead } from '../parts/page/page-head.tsx';
import { counted } from '../parts/text.ts';
import type { Route } from './+types/form';
import { Prices } from './prices.tsx';

/** A new price list, or a stored one with its prices. */
export default function PriceListPage({ params }: Route.ComponentProps) {
  const isNew = params.id === 'new';
  const query = useQuery({ ...read('GET /price-lists/:id', { params }), enabled: !isNew });
  if (isNew) return <PriceListForm stored={null} />;
  return (
    <Loaded
      query={query}
      failed="Failed to load the price list. Please try again."
      missing={
        <Missing
          title="This price list does not exist"
          text="It may have been deleted."
          to="/admin/price-lists"
          all="All price lists"
        />
      }
    >
      {(list) => (
        <>
          <PriceListForm key={list._id} stored={list} />
          <Prices list={list} />
        </>
      )}
    </Loaded>
  );
}

/** Beside the fields, the form says in words what the list does. */
function PriceListForm({ stored }: { stored: PriceList | null }) {
  const navigate = useNavigate();
  const form = useForm<Draft>({
    start: draftOf(stored),
    check: errorsOf,
    async send(draft) {
      const body = priceListInput.parse(bodyOf(draft));
      const saved = stored
        ? await call('PUT /price-lists/:id', { params: { id: stored._id }, body })
        : await call('POST /price-lists', { body });
      void invalidate('GET /price-lists');
      if (stored) {
        updateCached('GET /price-lists/:id', (cached) => (cached._id === saved._id ? saved : cached));
        form.continueWith(draftOf(saved), draft);
        return toast('Price list saved', 'success');
      }
      form.allowLeave();
      toast('Price list added. Now add its prices.', 'success');
      navigate(`/admin/price-lists/${saved._id}`);
    },
    failed: 'The price list could not be saved. Please try again.',
    toasts: true,
  });
  return (
    <>
      <BackLink to="/admin/price-lists">All price lists</BackLink>
      <PageHead title={stored ? 'Edit price list' : 'New price list'}>
        {stored && <DeleteButton list={stored} onDelete={form.allowLeave} />}
      </PageHead>
      <form
        {...form.props}
        aria-label="Price list"
        className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_17rem]"
      >
        <LeaveGuard wouldLose={form.wouldLose} />
        <Card title="Price list">
          <div className="grid gap-4 sm:grid-cols-2">
            <Field label="Name" required maxLength={60} hint="Only you see it." {...form.field('name')} />
            <TagField form={form} />
            <AmountField
              label="Percent off"
              optional
              maxLength={6}
              hint="Off the selling price of every product without a price in this list."
              {...form.field('percent')}
            />
          </div>
          <div>
            <Check {...form.flag('takesDiscounts')}>Discounts also apply to these prices</Check>
            <Check {...form.flag('active')}>Active</Check>
          </div>
          <Button type="submit" busy={form.busy} className="justify-self-start">
            Save
          </Button>
        </Card>
        <Summary draft={form.values} stored={stored} />
      </form>
    </>
  );
}

function TagField({ form }: { form: Form<Draft> }) {
  const may = useMay();
  const used = useQuery({ ...read('GET /customers/tags'), enabled: may('customers.view') }).data ?? [];
  const list = useId();
  return (
    <>
      <Field
        label="Customer tag"
        required
        list={list}
        maxLength={40}
        autoComplete="off"
        autoCapitalize="none"
        hint="You add tags on the page of a customer."
        {...form.field('customerTag')}
      />
      <Suggestions id={list} words={used} />
    </>
  );
}

function Summary({ draft, stored }: { draft: Draft; stored: PriceList | null }) {
  return (
    <section aria-live="polite" className="grid gap-3 rounded-lg bg-paper-deep p-5 text-sm wrap-anywhere">
      <h2 className="text-lg">Summary</h2>
      <p>{sentenceOf(draft, stored?.prices ?? 0) ?? 'Complete the fields to see what the list does.'}</p>
      <p className="text-ink-soft">
        Nobody pays more than the selling price. Of several lists, a customer has the lowest price.{' '}
        {draft.takesDiscounts
          ? 'Discounts reduce these prices further.'
          : 'Discounts do not apply to products at these prices.'}
      </p>
      {stored && (
        <p className="border-t border-line-strong pt-3">
          {counted(stored.customers, 'customer')} with an account and this tag
        </p>
      )}
    </section>
  );
}

function DeleteButton({ list, onDelete }: { list: PriceList; onDelete: () => void }) {
  const navigate = useNavigate();
  return (
    <Button
      variant="ghost"
      className="text-madder"
      onClick={() =>
        confirm({
          title: 'Delete this price list?',
          text: `“${list.name}” and its ${counted(list.prices, 'price')} are deleted, and its customers pay the selling price. Orders keep what they paid.`,
          failed: 'The price list could not be deleted. Please try again.',
          async onConfirm() {
            await call('DELETE /price-lists/:id', { params: { id: list._id } });
            onDelete();
            toast('Price list deleted', 'success');
            void invalidate('GET /price-lists');
            navigate('/admin/price-lists');
          },
        })
      }
    >
      Delete
    </Button>
  );
}

type Draft = Pick<PriceListInput, 'name' | 'customerTag' | 'takesDiscounts' | 'active'> & {
  percent: string;
};

const draftOf = (stored: PriceList | null): Draft => ({
  name: stored?.name ?? '',
  customerTag: stored?.customerTag ?? '',
  percent: String(stored?.percent ?? ''),
  takesDiscounts: stored?.takesDiscounts ?? false,
  active: stored?.active ?? true,
});

const percentIn = (text: string): number | null => {
  const typed = text.trim().replace(/\s*%$/, '');
  if (!typed) return null;
  return /^\d{1,3}(\.\d+)?$/.test(typed) ? Number(typed) : Number.NaN;
};

const bodyOf = ({ percent, ...draft }: Draft) => ({ ...draft, percent: percentIn(percent) });

const errorsOf = (draft: Draft) => errorsIn(priceListInput, bodyOf(draft));

/** What a list does, in words; `prices` of its own. Undefined for a draft that is not complete. */
function sentenceOf(draft: Draft, prices: number): string | undefined {
  const list = priceListInput.safeParse({ ...bodyOf(draft), name: draft.name || '?' }).data;
  if (!list) return undefined;
  const who = `Customers with an account and the tag “${list.customerTag}”`;
  const off = list.percent === null ? '' : `${list.percent}% less than the selling price`;
  const own = prices > 0 ? `the ${counted(prices, 'price')} below` : '';
  const pays = off && own ? `${off}, and ${own}` : off || own;
  if (!pays) return `${who} pay the selling price: the list has no percentage and no prices yet.`;
  return `${who} pay ${pays}${list.active ? '' : ', once the list is active'}.`;
}
