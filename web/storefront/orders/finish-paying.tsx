import { useEffect, useState } from 'react';
import type { Order } from '../../../shared/contract/orders/orders.ts';
import { shortRupees } from '../../../shared/money.ts';
import { orderDate, orderTime } from '../../../shared/orders/order-date.ts';
import { ButtonLink } from '../../ui/button.tsx';

/** For an unpaid or changed order: until when it can be paid and a link to pay, or the time at which it expired. */
export function FinishPaying({ order, className = '' }: { order: Order; className?: string }) {
  const isReserved = useIsFuture(order.reservedUntil);
  const { paymentRequest: request } = order;
  if (request)
    return (
      <div className={`flex flex-wrap items-center gap-x-4 gap-y-2 ${className}`}>
        {request.url && <ButtonLink href={request.url}>Pay {shortRupees(request.amount)}</ButtonLink>}
        <p className="text-sm text-ink-soft">
          The order was changed: {shortRupees(request.amount)} is left to pay until {orderDate(request.until)}
          .
        </p>
      </div>
    );
  const expiry = order.timeline.findLast(({ status }) => status === 'failed');
  if (order.reservedUntil && isReserved) {
    return (
      <div className={`flex flex-wrap items-center gap-x-4 gap-y-2 ${className}`}>
        {/* An order that the shop created is paid by its link, which may still be under way. */}
        {(order.paymentLink || !order.hasPaymentLink) && (
          <ButtonLink href={order.paymentLink ?? `/checkout?order=${order._id}`}>
            {order.paymentLink ? `Pay ${shortRupees(order.amount)}` : 'Finish paying'}
          </ButtonLink>
        )}
        <p className="text-sm text-ink-soft">
          Not paid yet. Its items are reserved until{' '}
          {(order.hasPaymentLink ? orderDate : orderTime)(order.reservedUntil)}.
        </p>
      </div>
    );
  }
  const expiredAt = order.reservedUntil ?? (order.status === 'failed' && expiry?.at);
  if (!expiredAt) return null;
  return (
    <p className={`text-sm text-ink-soft ${className}`}>
      This order was not paid and expired on {orderDate(expiredAt)}. Its items are no longer reserved.
    </p>
  );
}

/** Whether this time is in the future; updates when the time is reached. */
function useIsFuture(iso: string | null): boolean {
  const [now, setNow] = useState(() => Date.now());
  const end = iso === null ? 0 : Date.parse(iso);
  useEffect(() => {
    const left = end - Date.now();
    if (left <= 0) return;
    const timer = setTimeout(() => setNow(Date.now()), left);
    return () => clearTimeout(timer);
  }, [end]);
  return end > now;
}
