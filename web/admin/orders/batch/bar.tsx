import { CalendarCheck, Check, Download, PackageCheck, PackageOpen, Truck } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { z } from 'zod';
import type { OrderBatch, orderBatchRequest } from '../../../../shared/contract/orders/order-batches.ts';
import { call } from '../../../api.ts';
import { Button } from '../../../ui/button.tsx';
import { confirm } from '../../parts/confirm.tsx';
import { useAction } from '../../parts/data.ts';
import { useMay } from '../../parts/me.ts';
import { counted, formatCount } from '../../parts/text.ts';
import { BatchBookingDialog, CourierFileDialog, ShipDialog } from './dialogs.tsx';
import type { OrderSelection, Selected } from './selection.ts';

export type OrderBatchActions = ReturnType<typeof useOrderBatch>;

/** The actions on several orders, and their dialogs. */
export function useOrderBatch(onStarted: (batch: OrderBatch) => void) {
  const [dialog, setDialog] = useState<ReactNode>(null);
  const onClose = () => setDialog(null);
  const start = async (body: z.input<typeof orderBatchRequest>) =>
    onStarted(await call('POST /order/admin/batch', { body }));
  const { run } = useAction(start, 'The job could not be started. Please try again.');
  const ask = (action: 'confirm' | 'pack' | 'deliver', { orders, count }: Selected) =>
    confirm({
      ...questions[action](counted(count, 'order')),
      onConfirm: () => run({ ...orders, action }),
    });
  return {
    confirm: (selected: Selected) => ask('confirm', selected),
    pack: (selected: Selected) => ask('pack', selected),
    ship: (selected: Selected) =>
      setDialog(<ShipDialog selected={selected} send={start} onClose={onClose} />),
    book: (selected: Selected) =>
      setDialog(<BatchBookingDialog selected={selected} send={start} onClose={onClose} />),
    deliver: (selected: Selected) => ask('deliver', selected),
    file: (selected: Selected) =>
      setDialog(<CourierFileDialog selected={selected} send={start} onClose={onClose} />),
    dialog,
  };
}

const questions = {
  confirm: (orders: string) => ({
    title: `Confirm ${orders}?`,
    action: 'Confirm',
    text: 'Orders that are paid on delivery can be packed then, and are not cancelled any more. Others are skipped.',
  }),
  pack: (orders: string) => ({
    title: `Mark ${orders} as packed?`,
    action: 'Mark as packed',
    text: 'All that is left of each order is packed in one shipment. Orders with nothing left to pack are skipped.',
  }),
  deliver: (orders: string) => ({
    title: `Mark ${orders} as delivered?`,
    action: 'Mark as delivered',
    text: 'Their shipments in transit become delivered, and the shoppers are informed by mail. Orders without one are skipped.',
  }),
};

/** The bar above the list while orders are selected. `children`: further actions. */
export function SelectionBar(props: {
  selection: OrderSelection;
  actions: OrderBatchActions;
  /** How many orders match. */
  total: number;
  /** Whether an order of the page waits for its confirmation. */
  hasToConfirm: boolean;
  children?: ReactNode;
}) {
  const { selection, actions, total, hasToConfirm, children } = props;
  const { marked, isWholePage, all, togglePage, selectAll, clear } = selection;
  const may = useMay();
  if (marked.count === 0) return null;
  return (
    <div
      role="toolbar"
      aria-label="Selected orders"
      className="sticky top-0 z-10 mb-3 grid gap-2 rounded-md bg-paper-deep p-3 ring-1 ring-line lg:flex lg:flex-wrap lg:items-center lg:justify-between"
    >
      <div className="flex flex-wrap items-center gap-x-4">
        <p role="status" className="figures font-semibold">
          {formatCount(marked.count)} selected
        </p>
        {!isWholePage && <TextButton onClick={togglePage}>Select this page</TextButton>}
        {isWholePage && !all && total > marked.count && (
          <TextButton onClick={selectAll}>Select all {formatCount(total)} that match</TextButton>
        )}
        <TextButton onClick={clear}>Clear</TextButton>
      </div>
      <div className="flex flex-wrap gap-2">
        {hasToConfirm && may('orders.edit') && (
          <Button variant="secondary" icon={Check} onClick={() => actions.confirm(marked)}>
            Confirm
          </Button>
        )}
        <Button icon={PackageOpen} onClick={() => actions.pack(marked)}>
          Pack
        </Button>
        <Button variant="secondary" icon={CalendarCheck} onClick={() => actions.book(marked)}>
          Book courier
        </Button>
        <Button icon={Truck} onClick={() => actions.ship(marked)}>
          Ship
        </Button>
        <Button variant="secondary" icon={PackageCheck} onClick={() => actions.deliver(marked)}>
          Mark as delivered
        </Button>
        {may('orders.export') && (
          <Button variant="secondary" icon={Download} onClick={() => actions.file(marked)}>
            Courier file
          </Button>
        )}
        {children}
      </div>
    </div>
  );
}

const TextButton = (props: { onClick: () => void; children: ReactNode }) => (
  <button
    type="button"
    {...props}
    className="min-h-11 font-medium text-press underline underline-offset-4 lg:min-h-8"
  />
);
