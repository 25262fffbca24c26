import { useQuery } from '@tanstack/react-query';
import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import { newOrderView } from '../../../../shared/contract/orders/order-batches.ts';
import { call } from '../../../api.ts';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { confirm } from '../../parts/confirm.tsx';
import { invalidate, read } from '../../parts/data.ts';
import { FormDialog } from '../../parts/form/form-dialog.tsx';
import { errorsIn, useForm } from '../../parts/form/use-form.ts';
import { useMay } from '../../parts/me.ts';
import { Tabs } from '../../parts/page/tabs.tsx';
import type { OrderAddress } from './filters.tsx';

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
