import { X } from 'lucide-react';
import type { OrderStatus } from '../../../../shared/contract/orders/orders.ts';
import { counted } from '../../parts/text.ts';

/** New orders by id, with their status; `missed`: there may be more. */
export type NewOrders = { orders: ReadonlyMap<string, OrderStatus>; missed: boolean };
export const noNewOrders: NewOrders = { orders: new Map(), missed: false };

/** Announces new orders, which are shown on demand. It floats, so that the list below does not move. */
export function UpdatesBar(props: { fresh: NewOrders; onShow: () => void; onDismiss: () => void }) {
  const { fresh, onShow, onDismiss } = props;
  const text = textOf(fresh);
  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-4 top-4 z-20 flex justify-center lg:left-60"
    >
      {text && (
        <div className="toast-in pointer-events-auto flex items-center gap-1 rounded-full bg-press py-1 pr-1 pl-5 text-on-press shadow-float">
          <span className="figures">{text}</span>
          <button
            type="button"
            onClick={onShow}
            className="min-h-11 rounded-full px-3 font-semibold underline underline-offset-4 hover:bg-press-deep"
          >
            Show
          </button>
          <button
            type="button"
            aria-label="Dismiss"
            onClick={onDismiss}
            className="grid size-11 place-items-center rounded-full hover:bg-press-deep lg:size-9"
          >
            <X className="size-4" />
          </button>
        </div>
      )}
    </div>
  );
}

function textOf({ orders, missed }: NewOrders): string {
  const { size } = orders;
  if (size === 0) return missed ? 'Orders may have changed' : '';
  const paid = [...orders.values()].filter((status) => status === 'paid').length;
  const count = counted(size, 'new order');
  return paid > 0 ? `${count}, ${paid} paid` : count;
}
