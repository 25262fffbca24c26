import { useState } from 'react';
import type { Order } from '../../../shared/contract/orders.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { FinishAccount } from './finish-account.tsx';
import { downloadInvoice } from './invoice.ts';
import { InvoicePreview } from './invoice-preview.tsx';
import { CustomerDetails, OrderedItems, OrderFacts } from './order-parts.tsx';
import { OrderVerdict } from './order-verdict.tsx';

/** The whole order: how it went, what was bought, by whom, and the invoice. */
export function OrderSheet({ order }: { order: Order }) {
  const [previewing, setPreviewing] = useState(false);
  const [fetching, setFetching] = useState(false);

  async function download() {
    setFetching(true);
    await downloadInvoice(order).finally(() => setFetching(false));
  }

  return (
    <div className="mx-auto max-w-4xl">
      <OrderVerdict order={order} />
      <div className="mt-7 flex flex-wrap justify-center gap-3">
        <ButtonLink to="/products" size="lg">
          Continue Shopping
        </ButtonLink>
        <Button
          size="lg"
          variant="secondary"
          disabled={!order.invoice_path}
          onClick={() => setPreviewing(true)}
        >
          View Invoice
        </Button>
        {order.invoice_path && (
          <Button size="lg" variant="ghost" busy={fetching} onClick={download}>
            Download Invoice
          </Button>
        )}
      </div>
      <FinishAccount order={order} />
      <div className="mt-10 grid gap-8 md:grid-cols-2">
        <OrderFacts order={order} />
        <CustomerDetails order={order} />
      </div>
      <OrderedItems order={order} />
      {order.invoice_path && (
        <InvoicePreview order={order} open={previewing} onClose={() => setPreviewing(false)} />
      )}
    </div>
  );
}
