import type { Order } from '../../../shared/contract/orders/orders.ts';
import { call } from '../../api.ts';
import { orderKeyHeader } from './order-keys.ts';

/** Loads the invoice's PDF as an object URL. Release it with URL.revokeObjectURL. */
export async function invoiceUrl(order: Order): Promise<string> {
  const pdf = await call('GET /razorpay/invoice/:id', {
    params: { id: order._id },
    headers: orderKeyHeader(order._id),
  });
  return URL.createObjectURL(new Blob([pdf], { type: 'application/pdf' }));
}

/** Downloads the invoice as a file. A failure is only logged (spec §8). */
export async function downloadInvoice(order: Order, url?: string): Promise<void> {
  try {
    const address = url ?? (await invoiceUrl(order));
    save(address, `invoice-${order.invoice_number ?? order.order_number}`);
    if (!url) setTimeout(() => URL.revokeObjectURL(address), 60_000);
  } catch (error) {
    console.warn('The invoice could not be downloaded.', error);
  }
}

/** A credit note of an order, or an invoice of it that was replaced. */
type EarlierDocument = Order['credit_notes'][number];

/** Downloads an earlier document as a file. A failure is only logged. */
export async function downloadEarlier(order: Order, { url, code }: EarlierDocument): Promise<void> {
  try {
    const pdf = await call('GET /razorpay/credit-note/:id', {
      params: { id: url.split('/').at(-1) ?? '' },
      headers: orderKeyHeader(order._id),
    });
    const address = URL.createObjectURL(new Blob([pdf], { type: 'application/pdf' }));
    save(address, code);
    setTimeout(() => URL.revokeObjectURL(address), 60_000);
  } catch (error) {
    console.warn('The document could not be downloaded.', error);
  }
}

function save(address: string, name: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = `${name.replaceAll('/', '-')}.pdf`;
  link.click();
}

/** Prints the invoice through a hidden frame. Opens it in a new tab if the browser can't. */
export function printInvoice(url: string) {
  const frame = document.createElement('iframe');
  frame.hidden = true;
  frame.src = url;
  frame.onload = () => {
    try {
      frame.contentWindow?.focus();
      frame.contentWindow?.print();
    } catch (error) {
      console.warn('The invoice could not be printed.', error);
      window.open(url, '_blank');
    }
  };
  document.body.append(frame);
  setTimeout(() => frame.remove(), 10 * 60_000);
}
