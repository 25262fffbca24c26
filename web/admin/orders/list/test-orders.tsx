import { useQuery } from '@tanstack/react-query';
import { FlaskConical } from 'lucide-react';
import { Link } from 'react-router';
import type { TestOrders } from '../../../../shared/contract/orders/test-orders.ts';
import { call } from '../../../api.ts';
import { Button } from '../../../ui/button.tsx';
import { toast } from '../../../ui/toast.tsx';
import { confirm } from '../../parts/confirm.tsx';
import { queryClient, read, useAction, useMay } from '../../parts/data.ts';
import { counted } from '../../parts/text.ts';

/** Says that the shop is in test mode or has test orders, and removes them. Empty in a shop without either. */
export function TestOrdersNotice() {
  const may = useMay();
  const { data } = useQuery({ ...read('GET /order/admin/tests'), enabled: may('orders.edit') });
  const orders = data?.orders ?? 0;
  const named = counted(orders, 'test order');
  const remove = useAction(async () => {
    try {
      const { hidden } = await call('POST /order/admin/tests/remove', { body: { orders } });
      toast(`${named} removed${hidden > 0 ? `, ${hidden} of them hidden` : ''}`, 'success');
    } finally {
      void queryClient.invalidateQueries();
    }
  }, 'The test orders could not be removed. Please try again.');
  if (!data || (orders === 0 && !data.testMode)) return null;

  const confirmRemoval = () =>
    confirm({
      title: `Remove ${named}`,
      action: `Remove ${named}`,
      text: (
        <>
          <p>
            {named} {orders === 1 ? 'is' : 'are'} deleted together with all payments, invoices and emails. The
            items are returned to stock. This can’t be undone.
          </p>
          <p className="text-ink-soft">
            A test order whose invoice has a number of your real series is cancelled and hidden instead,
            because an issued invoice number can’t be reused.
          </p>
        </>
      ),
      onConfirm: () => remove.run(),
    });

  return (
    <section
      aria-label="Test mode"
      className="mb-5 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-md bg-turmeric-tint px-4 py-3 text-turmeric-ink"
    >
      <FlaskConical className="size-5 shrink-0" />
      <p className="min-w-52 flex-1">{sentence(data, named)}</p>
      {orders > 0 && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Link
            to="/admin/orders?test=true"
            className="inline-flex min-h-9 items-center font-medium underline underline-offset-4"
          >
            Show test orders
          </Link>
          <Button variant="secondary" onClick={confirmRemoval}>
            Remove test orders
          </Button>
        </div>
      )}
    </section>
  );
}

function sentence({ orders, counted, testMode }: TestOrders, named: string): string {
  const mode = testMode ? 'Test mode: no real payment is taken.' : '';
  if (orders === 0) return mode;
  const figures = counted
    ? `The figures include ${named} until the shop takes real payments.`
    : `${named} ${orders === 1 ? 'is' : 'are'} left out of all figures.`;
  return [mode, figures].filter(Boolean).join(' ');
}
