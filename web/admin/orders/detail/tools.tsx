import { Copy, FileText, type LucideIcon, Mail, PackageOpen, RefreshCw, Tag, Undo2 } from 'lucide-react';
import type { AdminOrder } from '../../../../shared/contract/orders/orders.ts';
import { call } from '../../../api.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { useMay } from '../../parts/me.ts';
import type { OrderActions } from '../order-actions.tsx';

/** The actions of an order besides its status. */
export function OrderTools({ order, actions }: { order: AdminOrder; actions: OrderActions }) {
  const may = useMay();
  const button = (name: string, icon: LucideIcon, act: () => Promise<void> | void) => (
    <Button variant="secondary" icon={icon} action={async () => act()}>
      {name}
    </Button>
  );
  const { _id: id, invoice_number: invoice } = order;
  return (
    <div className="flex flex-wrap gap-2">
      {invoice &&
        button('Invoice', FileText, () =>
          actions.show(
            () => call('GET /razorpay/invoice/:id', { params: { id } }),
            invoice.replaceAll('/', '-'),
          ),
        )}
      {may('orders.fulfil') &&
        order.cart_items.some(({ giftCard }) => !giftCard) &&
        button('Packing slip', PackageOpen, () => actions.showSlip(order))}
      {may('orders.fulfil') &&
        order.shipments.some(({ trackingNumber }) => trackingNumber) &&
        order.shippingAddress &&
        button('Label', Tag, () =>
          actions.show(
            () => call('GET /order/admin/:id/label', { params: { id } }),
            `label-${order.order_number}`,
          ),
        )}
      {may('orders.fulfil') &&
        order.customer.email &&
        button('Mail a note', Mail, () => actions.changeStatus(order, order.status))}
      {may('refunds.request') &&
        (order.refundableAmount ?? 0) > 0 &&
        button('Refund', Undo2, () => actions.refund(order))}
      {may('orders.edit') &&
        (order.razorpay_order_id || order.hasPaymentLink) &&
        button('Check with provider', RefreshCw, () => actions.check(order))}
      {may('orders.create') && (
        <ButtonLink href={`/admin/orders/new?from=${id}`} variant="secondary" icon={Copy}>
          Duplicate
        </ButtonLink>
      )}
    </div>
  );
}
