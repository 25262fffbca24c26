import { useState } from 'react';
import type { AdminOrder, OrderStatus } from '../../../shared/contract/orders.ts';
import { ApiError, call } from '../../api.ts';
import { toast } from '../../ui/toast.tsx';
import { confirm } from '../parts/confirm.tsx';
import { showFailure } from '../parts/show-failure.ts';
import { sessionEnded } from '../session.ts';
import { refundWarning } from './consequences.ts';
import { openDocument } from './documents.ts';
import { RefundDialog } from './refund-dialog.tsx';
import { orderChanged, withReason } from './show-order.ts';
import { StatusDialog } from './status-dialog.tsx';

export type OrderActions = ReturnType<typeof useOrderActions>['actions'];

/** The actions of orders, their dialogs, and the message if one fails. */
export function useOrderActions() {
  const [changing, setChanging] = useState<{ order: AdminOrder; to: OrderStatus } | null>(null);
  const [refunding, setRefunding] = useState<AdminOrder | null>(null);
  const [problem, setProblem] = useState('');

  async function change(failed: string, success: string, send: () => Promise<AdminOrder>) {
    try {
      orderChanged(await send());
      toast(success, 'success');
    } catch (error) {
      if (!sessionEnded(error)) setProblem(withReason(failed, error));
    }
  }

  const show = (document: () => Promise<Blob>, name: string) =>
    openDocument(document, name).catch((error: unknown) =>
      showFailure(error, 'The document could not be opened. Please try again.'),
    );
  const openSlip = ({ _id: id, order_number }: AdminOrder) =>
    show(() => call('GET /order/admin/:id/packing-slip', { params: { id } }), `packing-slip-${order_number}`);

  return {
    actions: {
      changeStatus: (order: AdminOrder, to: OrderStatus) => setChanging({ order, to }),
      refund: setRefunding,
      delete: (order: AdminOrder) =>
        confirm({
          title: `Delete order ${order.order_number}`,
          action: 'Delete',
          text: (
            <>
              <p>Are you sure you want to delete this order?</p>
              <p className="text-ink-soft">
                It is removed from lists and figures. Its payments and documents stay, and it can be restored.
              </p>
            </>
          ),
          onConfirm: () =>
            change('Failed to delete order.', `Order ${order.order_number} was deleted`, async () => {
              await call('DELETE /order/admin/:id', { params: { id: order._id } });
              return { ...order, deleted: true };
            }),
        }),
      /** Saves courier and tracking number without changing the status. If another admin saved first, returns her version. */
      saveTracking: async (order: AdminOrder, tracking: Pick<AdminOrder, 'courier' | 'trackingNumber'>) => {
        const params = { id: order._id };
        const body = { status: order.status, ...tracking, updatedAt: order.updatedAt };
        try {
          const saved = await call('PUT /order/admin/:id/status', { params, body });
          orderChanged(saved);
          toast(`Tracking of order ${order.order_number} was saved`, 'success');
          return { order: saved, isSaved: true };
        } catch (error) {
          if (!(error instanceof ApiError) || error.code !== 'order_changed') throw error;
          const savedOrder = await call('GET /order/admin/:id', { params });
          orderChanged(savedOrder);
          return { order: savedOrder, isSaved: false };
        }
      },
      restore: ({ _id: id, order_number }: AdminOrder) =>
        change('Failed to restore order.', `Order ${order_number} was restored`, () =>
          call('POST /order/admin/:id/restore', { params: { id } }),
        ),
      check: ({ _id: id }: AdminOrder) =>
        change('Failed to check with the provider.', 'This is what the payment provider says', () =>
          call('POST /order/admin/:id/check', { params: { id } }),
        ),
      /** Opens a PDF. */
      show,
      /** Opens the packing slip; asks first if the order was refunded. */
      pack: (order: AdminOrder) =>
        order.refundState === 'refunded'
          ? confirm({
              title: `Packing slip for order ${order.order_number}`,
              action: 'Open anyway',
              text: refundWarning(order, 'processing'),
              onConfirm: () => openSlip(order),
            })
          : openSlip(order),
    },
    problem,
    dismiss: () => setProblem(''),
    dialogs: (
      <>
        <StatusDialog changing={changing} onClose={() => setChanging(null)} />
        <RefundDialog order={refunding} onClose={() => setRefunding(null)} />
      </>
    ),
  };
}
