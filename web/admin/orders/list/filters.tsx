import { useQuery } from '@tanstack/react-query';
import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import { newOrderView } from '../../../../shared/contract/orders/order-batches.ts';
import { orderStatus, packingStatuses } from '../../../../shared/contract/orders/orders.ts';
import { call } from '../../../api.ts';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { confirm } from '../../parts/confirm.tsx';
import { invalidate, read, useMay } from '../../parts/data.ts';
import { FormDialog } from '../../parts/form/form-dialog.tsx';
import { errorsIn, useForm } from '../../parts/form/use-form.ts';
import { type Address, Choice, Filters, Period, useAddress } from '../../parts/list/filters.tsx';
import { Tabs } from '../../parts/page/page-head.tsx';
import { labelsOf } from '../../parts/text.ts';
import { fulfilmentWords, paymentWords } from '../status.tsx';

const filters = [
  'view',
  'search',
  'status',
  'payment',
  'fulfilment',
  'from',
  'to',
  'guest',
  'tag',
  'customer',
  'test',
  'deleted',
];

type OrderAddress = ReturnType<typeof useOrderAddress>;

/** The filters of the orders, stored in the address. `matching` is the query without page and sort order. */
export function useOrderAddress() {
  const address = useAddress(filters, 24);
  const { get, matching, used } = address;
  const sort = get('sort');
  const hasView = get('view') !== '';
  return {
    ...address,
    query: new URLSearchParams([...address.query, ['sort', sort || '-createdAt']]),
    shown: String(new URLSearchParams([...matching, ...(sort ? [['sort', sort]] : [])])),
    // A view is a tab, and not one of the filters below it.
    used: used - (hasView ? 1 : 0),
    filtered: matching.size > (hasView ? 1 : 0),
  };
}

/** Search and filters of the orders. Days are those of India; both are included. */
export function OrderFilters({ address }: { address: Address }) {
  const { field } = address;
  const seesAll = useMay()('orders.viewAll');
  const tags = useQuery(read('GET /order/admin/tags')).data ?? [];
  return (
    <Filters address={address} search={['Search orders', 'Number, name, mobile, product']}>
      <Choice
        label="Status"
        all="Any status"
        options={{
          ...labelsOf(seesAll ? orderStatus.options : packingStatuses),
          ...(seesAll && { refunded: 'Refunded' }),
          partly_refunded: 'Partly refunded',
        }}
        {...field('status')}
      />
      {seesAll && <Choice label="Payment" all="Any payment" options={paymentWords} {...field('payment')} />}
      <Choice label="Fulfilment" all="Any fulfilment" options={fulfilmentWords} {...field('fulfilment')} />
      <Choice
        label="Buyer"
        all="Everyone"
        options={{ true: 'Guests', false: 'With an account' }}
        {...field('guest')}
      />
      {tags.length > 0 && (
        <Choice
          label="Tag"
          all="Any tag"
          options={Object.fromEntries(tags.map((tag) => [tag, tag]))}
          {...field('tag')}
        />
      )}
      <Choice
        label="Mode"
        all="Real and test"
        options={{ false: 'Real orders', true: 'Test orders' }}
        {...field('test')}
      />
      <Period field={field} />
      <Choice
        label="Sort"
        all="Newest first"
        options={{
          createdAt: 'Oldest first',
          ...(seesAll && { '-amount': 'Amount, high to low', amount: 'Amount, low to high' }),
        }}
        {...field('sort')}
      />
      {seesAll && (
        <Choice label="Shown" all="Orders" options={{ true: 'Deleted orders' }} {...field('deleted')} />
      )}
    </Filters>
  );
}

const packingViews = [
  ['?view=to_pack', 'To pack'],
  ['?view=to_ship', 'To ship'],
  ['?view=to_pick_up', 'Pickup'],
  ['?view=in_transit', 'In transit'],
] as const;
const otherViews = [
  ['?view=to_confirm', 'To confirm'],
  ['?view=unpaid', 'Unpaid'],
  ['?view=returns', 'Returns'],
] as const;
const all = ['?', 'All'] as const;

/** The views of the orders as tabs: those of every shop, and those that this admin has saved. */
export function OrderViews({ address }: { address: OrderAddress }) {
  const [saving, setSaving] = useState(false);
  const seesAll = useMay()('orders.viewAll');
  const views = useQuery(read('GET /order/admin/views')).data ?? [];
  const saved = views.map(({ query, ...view }) => ({ ...view, to: `?${new URLSearchParams(query)}` }));
  const tabs = [
    ...packingViews,
    ...(seesAll ? otherViews : []),
    all,
    ...saved.map(({ to, name }) => [to, name] as const),
  ];
  const shown = `?${address.shown}`;
  const isKnown = tabs.some(([to]) => to === shown);
  const current = saved.find(({ to }) => to === shown);
  const view = address.get('view');
  return (
    <>
      <Tabs
        label="Views of the orders"
        tabs={tabs}
        current={isKnown ? shown : view ? `?view=${view}` : '?'}
      />
      {!isKnown && (
        <Button variant="ghost" icon={Plus} onClick={() => setSaving(true)} className="-mt-3 mb-2">
          Save this view
        </Button>
      )}
      {current && (
        <Button
          variant="ghost"
          icon={X}
          className="-mt-3 mb-2"
          onClick={() =>
            confirm({
              title: `Remove the view “${current.name}”?`,
              action: 'Remove',
              text: 'The orders stay as they are.',
              failed: 'The view could not be removed. Please try again.',
              async onConfirm() {
                await call('DELETE /order/admin/views/:id', { params: { id: current._id } });
                await invalidate('GET /order/admin/views');
                address.reset();
              },
            })
          }
        >
          Remove this view
        </Button>
      )}
      {saving && <SaveDialog query={address.shown} onClose={() => setSaving(false)} />}
    </>
  );
}

function SaveDialog({ query, onClose }: { query: string; onClose: () => void }) {
  const form = useForm({
    start: { name: '' },
    check: ({ name }) => errorsIn(newOrderView, { name, query }),
    send: async ({ name }) => {
      await call('POST /order/admin/views', { body: { name, query } });
      await invalidate('GET /order/admin/views');
      onClose();
    },
    failed: 'The view could not be saved. Please try again.',
  });
  return (
    <FormDialog title="Save this view" form={form} onClose={onClose} banner>
      <Field label="Name" maxLength={40} autoComplete="off" required {...form.field('name')} />
      <p className="text-ink-soft">
        The search, the filters and the sort order in use become a tab. Only you see it.
      </p>
    </FormDialog>
  );
}
