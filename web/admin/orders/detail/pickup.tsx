import { type AdminOrder, packingStatuses } from '../../../../shared/contract/orders/orders.ts';
import { readyText } from '../../../../shared/orders/delivery.ts';
import { orderDate } from '../../../../shared/orders/order-date.ts';
import { Button } from '../../../ui/button.tsx';
import { useMay } from '../../parts/me.ts';
import { Section } from '../../parts/page/section.tsx';
import type { OrderActions } from '../order-actions.tsx';

/** Where the buyer picks the order up, and what is left to do for it. */
export function Pickup({ order, actions }: { order: AdminOrder; actions: OrderActions }) {
  const may = useMay();
  const { pickup, status } = order;
  if (!pickup) return null;
  const isOpen = packingStatuses.includes(status) && may('orders.fulfil');
  return (
    <Section title="Pickup">
      <p className="whitespace-pre-line wrap-anywhere">
        {[pickup.name, pickup.address, pickup.hours].filter(Boolean).join('\n')}
      </p>
      <p className="text-ink-soft">
        {pickup.readyAt
          ? `The buyer was told on ${orderDate(pickup.readyAt)} that it is ready.`
          : readyText(pickup.readyOn)}
      </p>
      {isOpen && (
        <div className="mt-2 flex flex-wrap gap-2">
          {!pickup.readyAt && (
            <Button variant="secondary" action={() => actions.markReadyForPickup(order)}>
              Ready for pickup
            </Button>
          )}
          <Button variant="secondary" onClick={() => actions.changeStatus(order, 'delivered')}>
            Picked up
          </Button>
        </div>
      )}
    </Section>
  );
}
