import { useCallback, useState } from 'react';
import type { AdminOrder, OrderStatus } from '../../../shared/contract/orders.ts';
import { ApiError, api } from '../../api.ts';
import { toast } from '../../ui/toast.tsx';
import { Confirm } from '../parts/confirm.tsx';
import { showFailure } from '../parts/show-failure.ts';
import { sessionEnded } from '../session.ts';
import { refundWarning } from './consequences.ts';
import { openDocument } from './documents.ts';
import { RefundDialog } from './refund-dialog.tsx';
import { StatusDialog } from './status-dialog.tsx';
import { withReason } from './with-reason.ts';

export type OrderActions = ReturnType<typeof useOrderActions>['acts'];

/**
 * What is done with orders, the questions asked before it, and what went wrong. `onChanged` gets the order as it is
 * now; of a deleted one too.
 */
export function useOrderActions(onChanged: (order: AdminOrder) => void) {
  const [moving, setMoving] = useState<{ order: AdminOrder; to: OrderStatus } | null>(null);
  const [refunding, setRefunding] = useState<AdminOrder | null>(null);
  const [going, setGoing] = useState<AdminOrder | null>(null);
  const [packing, setPacking] = useState<AdminOrder | null>(null);
  const [problem, setProblem] = useState('');
  const dismiss = useCallback(() => setProblem(''), []);

  async function hide(order: AdminOrder) {
    try {
      await api.delete(`/order/admin/${order._id}`);
      toast(`Order ${order.order_number} was deleted`, 'success');
      onChanged({ ...order, deleted: true });
    } catch (error) {
      if (!sessionEnded(error)) setProblem(withReason('Failed to delete order.', error));
    }
  }

  const show = (path: string, name: string) =>
    openDocument(path, name).catch((error: unknown) =>
      showFailure(error, 'The document could not be opened. Please try again.'),
    );
  const openSlip = ({ _id, order_number }: AdminOrder) =>
    show(`/order/admin/${_id}/packing-slip`, `packing-slip-${order_number}`);

  async function change(call: string, order: AdminOrder, done: string, failed: string) {
    try {
      onChanged(await api.post<AdminOrder>(`/order/admin/${order._id}/${call}`, {}));
      toast(done, 'success');
    } catch (error) {
      if (!sessionEnded(error)) setProblem(withReason(failed, error));
    }
  }

  return {
    acts: {
      askStatus: (order: AdminOrder, to: OrderStatus) => setMoving({ order, to }),
      sendRefundRequest: setRefunding,
      askDelete: setGoing,
      /** Saves courier and tracking number without changing the status. If another admin saved first, returns her version. */
      saveParcel: async (order: AdminOrder, parcel: Pick<AdminOrder, 'courier' | 'trackingNumber'>) => {
        const path = `/order/admin/${order._id}`;
        const change = { status: order.status, ...parcel, updatedAt: order.updatedAt };
        try {
          const saved = await api.put<AdminOrder>(`${path}/status`, change);
          onChanged(saved);
          toast(`Tracking of order ${order.order_number} was saved`, 'success');
          return { order: saved, isSaved: true };
        } catch (error) {
          if (!(error instanceof ApiError) || error.code !== 'order_changed') throw error;
          const theirs = await api.get<AdminOrder>(path);
          onChanged(theirs);
          return { order: theirs, isSaved: false };
        }
      },
      restore: (order: AdminOrder) =>
        change('restore', order, `Order ${order.order_number} is back`, 'Failed to restore order.'),
      check: (order: AdminOrder) =>
        change(
          'check',
          order,
          'This is what the payment provider says',
          'Failed to check with the provider.',
        ),
      /** Opens a PDF. */
      show,
      /** Opens the packing slip; asks first if the order was refunded. */
      pack: async (order: AdminOrder) => {
        if (order.refundState === 'refunded') setPacking(order);
        else await openSlip(order);
      },
    },
    problem,
    dismiss,
    dialogs: (
      <>
        <StatusDialog moving={moving} onClose={() => setMoving(null)} onChanged={onChanged} />
        <RefundDialog order={refunding} onClose={() => setRefunding(null)} onChanged={onChanged} />
        <Confirm
          open={packing !== null}
          title={`Packing slip for order ${packing?.order_number ?? ''}`}
          action="Open anyway"
          onClose={() => setPacking(null)}
          onConfirm={async () => {
            if (packing) await openSlip(packing);
          }}
        >
          <p>{packing && refundWarning(packing, 'processing')}</p>
        </Confirm>
        <Confirm
          open={going !== null}
          title={`Delete order ${going?.order_number ?? ''}`}
          action="Delete"
          onClose={() => setGoing(null)}
          onConfirm={async () => {
            if (going) await hide(going);
          }}
        >
          <p>Are you sure you want to delete this order?</p>
          <p className="mt-2 text-ink-soft">
            It leaves the lists and figures. Its payments and papers stay, and it can be restored.
          </p>
        </Confirm>
      </>
    ),
  };
}
