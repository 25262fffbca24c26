import { Check } from 'lucide-react';
import type { AdminOrder } from '../../../../shared/contract/orders.ts';
import { shortRupees } from '../../../../shared/money.ts';
import { orderDate } from '../../../../shared/order-date.ts';
import { Button } from '../../../ui/button.tsx';
import { useMay } from '../../parts/me.ts';
import { counted } from '../../parts/text.ts';
import type { OrderActions } from '../order-actions.tsx';

/** What is due on delivery, whether the order is confirmed, and what is known of its buyer. */
export function CashOnDelivery({ order, actions }: { order: AdminOrder; actions: OrderActions }) {
  const may = useMay();
  const { cashOnDelivery: cod, codAdvance } = order;
  if (codAdvance)
    return (
      <p className="mb-3 rounded-md p-3 ring-1 ring-line">
        Cash on delivery: waits for {shortRupees(codAdvance.amount)} in advance; the courier then collects{' '}
        {shortRupees(codAdvance.due)}.
      </p>
    );
  if (!cod) return null;
  const { due, advance, confirmed, confirmUntil, returns, isBlocked } = cod;
  const canConfirm = confirmUntil !== null && may('orders.edit');
  return (
    <div className="mb-3 grid gap-2 rounded-md p-3 ring-1 ring-line">
      <p className="font-semibold">
        Cash on delivery{due ? `: the courier collects ${shortRupees(due)}` : ''}
        {advance ? `; ${shortRupees(advance)} was paid in advance` : ''}
      </p>
      {confirmUntil && (
        <p className="text-turmeric-ink">
          Not confirmed yet. It is cancelled on {orderDate(confirmUntil)} if neither you nor the buyer, with
          the link in their mail, confirms it.
        </p>
      )}
      {confirmed && order.fulfilmentState === 'unfulfilled' && <p className="text-leaf">Confirmed</p>}
      {returns > 0 && (
        <p className="font-semibold text-madder">
          {counted(returns, 'other order')} of this buyer came back undelivered.
        </p>
      )}
      {isBlocked && <p className="text-ink-soft">This buyer is blocked from cash on delivery.</p>}
      <div className="flex flex-wrap gap-2 empty:hidden">
        {canConfirm && (
          <Button icon={Check} action={() => actions.confirmCod(order)}>
            Confirm order
          </Button>
        )}
        {may('customers.edit') && (
          <Button variant="secondary" action={() => actions.blockCod(order, !isBlocked)}>
            {isBlocked ? 'Allow cash on delivery again' : 'Block cash on delivery for this buyer'}
          </Button>
        )}
      </div>
    </div>
  );
}
