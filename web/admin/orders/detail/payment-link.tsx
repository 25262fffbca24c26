import type { ReactNode } from 'react';
import type { AdminOrder } from '../../../../shared/contract/orders/orders.ts';
import { shortRupees } from '../../../../shared/money.ts';
import { orderDate } from '../../../../shared/orders/order-date.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { toast } from '../../../ui/toast.tsx';
import { NewTab } from '../../parts/page/page-head.tsx';

/**
 * A payment link of an order, to copy or to send in a message. It is valid until `until`; `children` are more buttons.
 */
export function PaymentLink(props: {
  order: AdminOrder;
  url: string | null;
  amount: number;
  until: string;
  children?: ReactNode;
}) {
  const { order, url, amount, until, children } = props;
  const { order_number, customer } = order;
  const email = customer.email || order.user_id?.email;
  if (!url)
    return (
      <div className="mb-3 flex flex-wrap items-center gap-3 text-ink-soft">
        <p>The payment link is being created…</p>
        {children}
      </div>
    );
  const text = `Please pay ${shortRupees(amount)} for your order ${order_number}: ${url}`;
  return (
    <div className="mb-3 grid gap-2 rounded-md p-3 ring-1 ring-line">
      <p className="text-xs text-ink-soft">
        Payment link for {shortRupees(amount)}, valid until {orderDate(until)}.{' '}
        {email ? 'It was mailed to the customer.' : 'There is no email address: send it yourself.'}
      </p>
      <NewTab href={url} className="text-press underline wrap-anywhere">
        {url}
      </NewTab>
      <div className="flex flex-wrap gap-2">
        <Button variant="secondary" action={() => copy(url)}>
          Copy link
        </Button>
        <ButtonLink
          href={`https://wa.me/91${customer.mobile}?text=${encodeURIComponent(text)}`}
          target="_blank"
          rel="noreferrer"
          variant="secondary"
        >
          Send by WhatsApp
        </ButtonLink>
        {children}
      </div>
    </div>
  );
}

async function copy(url: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(url);
    toast('The link was copied', 'success');
  } catch {
    toast('The link could not be copied. Select it and copy it by hand.', 'error');
  }
}
