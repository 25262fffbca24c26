import { type ReactNode, useState } from 'react';
import type { AdminOrder, OrderStatus } from '../../../shared/contract/orders/orders.ts';
import type { AdminShipment, ShipmentState } from '../../../shared/contract/orders/shipments.ts';
import { call } from '../../api.ts';
import { toast } from '../../ui/toast.tsx';
import { confirm } from '../parts/confirm.tsx';
import { showFailure } from '../parts/show-failure.ts';
import { sessionEnded } from '../session.ts';
import { refundWarning } from './consequences.ts';
import { BookingDialog } from './dialogs/booking-dialog.tsx';
import { ContactDialog } from './dialogs/contact-dialog.tsx';
import { RefundDialog } from './dialogs/refund-dialog.tsx';
import { ShipmentDialog } from './dialogs/shipment-dialog.tsx';
import { StatusDialog } from './dialogs/status-dialog.tsx';
import { openDocument } from './documents.ts';
import { orderChanged, withReason } from './show-order.ts';

export type OrderActions = ReturnType<typeof useOrderActions>['actions'];

/** The actions of orders, their dialogs, and the message if one fails. */
export function useOrderActions() {
  const [dialog, setDialog] = useState<ReactNode>(null);
  const onClose = () => setDialog(null);
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
      changeStatus: (order: AdminOrder, to: OrderStatus) =>
        setDialog(<StatusDialog order={order} to={to} onClose={onClose} />),
      refund: (order: AdminOrder) => setDialog(<RefundDialog order={order} onClose={onClose} />),
      changeContact: (order: AdminOrder) => setDialog(<ContactDialog order={order} onClose={onClose} />),
      delete: (order: AdminOrder) =>
        confirm({
          title: `Delete order ${order.order_number}`,
          text: (
            <>
              <p>Are you sure you want to delete this order?</p>
              <p className="text-ink-soft">
                {hasDocument(order)
                  ? 'It is removed from the list, and can be restored. Search, export, figures and prints of invoices keep it, because it has an invoice or a credit note.'
                  : 'It is removed from lists and figures. Its payments stay, and it can be restored.'}
              </p>
            </>
          ),
          onConfirm: () =>
            change('Failed to delete order.', `Order ${order.order_number} was deleted`, async () => {
              await call('DELETE /order/admin/:id', { params: { id: order._id } });
              return { ...order, deleted: true };
            }),
        }),
      pack: (order: AdminOrder) => setDialog(<ShipmentDialog order={order} onClose={onClose} />),
      /** Asks for the details of a shipment, or whether its state becomes `to`. */
      changeShipment: (order: AdminOrder, shipment: AdminShipment, to: ShipmentState) =>
        setDialog(<ShipmentDialog order={order} shipment={shipment} to={to} onClose={onClose} />),
      restockShipment: ({ _id: id, updatedAt }: AdminOrder, { _id, number }: AdminShipment) =>
        change(
          'Failed to return the units to stock.',
          `The units of shipment ${number} are in stock again`,
          () =>
            call('PUT /order/admin/:id/shipments/:shipment', {
              params: { id, shipment: _id },
              body: { state: 'returned', restock: true, updatedAt },
            }),
        ),
      bookShipment: (order: AdminOrder, shipment: AdminShipment) =>
        setDialog(<BookingDialog order={order} shipment={shipment} onClose={onClose} />),
      restore: ({ _id: id, order_number }: AdminOrder) =>
        change('Failed to restore order.', `Order ${order_number} was restored`, () =>
          call('POST /order/admin/:id/restore', { params: { id } }),
        ),
      check: ({ _id: id }: AdminOrder) =>
        change('Failed to check with the provider.', 'This is what the payment provider says', () =>
          call('POST /order/admin/:id/check', { params: { id } }),
        ),
      withdrawRequest: ({ _id: id }: AdminOrder) =>
        change('Failed to withdraw the link.', 'This is what is left to pay now', () =>
          call('DELETE /order/admin/:id/due', { params: { id } }),
        ),
      confirmCod: ({ _id: id, order_number }: AdminOrder) =>
        change('Failed to confirm the order.', `Order ${order_number} was confirmed`, () =>
          call('POST /order/admin/:id/confirm', { params: { id } }),
        ),
      markReadyForPickup: ({ _id: id, order_number }: AdminOrder) =>
        change('Failed to change the order.', `Order ${order_number} is ready for pickup`, () =>
          call('POST /order/admin/:id/pickup-ready', { params: { id } }),
        ),
      blockCod: ({ _id: id }: AdminOrder, blocked: boolean) =>
        change(
          'Failed to change the block.',
          blocked ? 'The buyer is blocked from cash on delivery' : 'The buyer is not blocked any more',
          () => call('PUT /order/admin/:id/cod-block', { params: { id }, body: { blocked } }),
        ),
      show,
      /** Opens the packing slip; asks first if the order was refunded. */
      showSlip: (order: AdminOrder) =>
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
    dialog,
  };
}

const hasDocument = (order: AdminOrder) =>
  order.invoice_number !== null || order.credit_notes.length > 0 || order.replaced_invoices.length > 0;
