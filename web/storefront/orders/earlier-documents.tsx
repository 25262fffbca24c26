import type { Order } from '../../../shared/contract/orders/orders.ts';
import { shortRupees } from '../../../shared/money.ts';
import { Button } from '../../ui/button.tsx';
import { downloadEarlier } from './invoice.ts';

/** The credit notes of an order and the invoices that they have replaced, to download; nothing without any. */
export function EarlierDocuments({ order, className = '' }: { order: Order; className?: string }) {
  const documents = [
    ...order.replaced_invoices.map((document) => ({ document, name: 'Replaced invoice' })),
    ...order.credit_notes.map((document) => ({ document, name: 'Credit note' })),
  ];
  if (documents.length === 0) return null;
  return (
    <ul className={`grid gap-1 text-sm ${className}`}>
      {documents.map(({ document, name }) => (
        <li key={document.code}>
          <Button variant="ghost" action={() => downloadEarlier(order, document)}>
            {`${name} ${document.code} (${shortRupees(document.amount)})`}
          </Button>
        </li>
      ))}
    </ul>
  );
}
