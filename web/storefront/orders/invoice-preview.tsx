import { Download, ExternalLink, Printer } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import type { Order } from '../../../shared/contract/orders/orders.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { downloadInvoice, invoiceUrl, printInvoice } from './invoice.ts';

/** How long the loading overlay and, on small screens, the dialog stay at least (spec §9). */
const minDurationMs = 500;

/**
 * A dialog with the invoice, Download, Print, Open in New Tab and an optional Proceed. Below 768 px the invoice opens
 * in a new tab instead, and the dialog closes after 500 ms.
 */
export function InvoicePreview({
  order,
  open,
  onClose,
  onProceed,
}: {
  order: Order;
  open: boolean;
  onClose: () => void;
  onProceed?: () => void;
}) {
  const [url, setUrl] = useState<string | null>(null);
  const [problem, setProblem] = useState(false);
  const [isCovered, setCovered] = useState(true);
  const close = useEffectEvent(onClose);
  const fetchInvoice = useEffectEvent(() => invoiceUrl(order));

  useEffect(() => {
    if (!open) return;
    let isClosed = false;
    let address: string | null = null;
    const onPhone = window.matchMedia('(max-width: 767.98px)').matches;
    // Opened during the click, because browsers block later pop-ups; the PDF is loaded afterwards.
    const tab = onPhone ? window.open('', '_blank') : null;
    setProblem(false);
    setCovered(true);
    const cover = setTimeout(() => setCovered(false), minDurationMs);
    let closing: ReturnType<typeof setTimeout> | undefined;
    fetchInvoice()
      .then((objectUrl) => {
        address = objectUrl;
        if (isClosed) return;
        setUrl(objectUrl);
        if (!tab) return;
        tab.location.href = objectUrl;
        closing = setTimeout(() => close(), minDurationMs);
      })
      .catch((error) => {
        console.warn('The invoice could not be shown.', error);
        tab?.close();
        if (!isClosed) setProblem(true);
      });
    return () => {
      isClosed = true;
      clearTimeout(cover);
      clearTimeout(closing);
      setUrl(null);
      // The new tab may still be loading it.
      setTimeout(() => address && URL.revokeObjectURL(address), 60_000);
    };
  }, [open]);

  const actions = [
    { label: 'Download', Icon: Download, act: (url: string) => downloadInvoice(order, url) },
    { label: 'Print', Icon: Printer, act: printInvoice },
    { label: 'Open in New Tab', Icon: ExternalLink, act: (url: string) => window.open(url, '_blank') },
  ];
  const loading = !problem && (isCovered || !url);
  return (
    <Dialog open={open} onClose={onClose} title="Invoice Preview" variant="wide">
      <div className="flex min-h-0 flex-1 flex-col">
        <div className="flex flex-wrap gap-2 border-b border-line px-4 py-2.5">
          {actions.map(({ label, Icon, act }) => (
            <Button key={label} variant="secondary" disabled={!url} onClick={() => url && act(url)}>
              <Icon className="size-4" />
              {label}
            </Button>
          ))}
          {onProceed && <Button onClick={onProceed}>Proceed</Button>}
        </div>
        <div className="relative flex-1 bg-paper-deep">
          {url && <iframe src={url} title="Invoice" className="absolute inset-0 size-full" />}
          {loading && (
            <div className="absolute inset-0 grid place-items-center bg-paper-deep">
              <Spinner large label="Loading the invoice" />
            </div>
          )}
          {problem && (
            <p role="alert" className="p-10 text-center text-madder">
              The invoice could not be loaded. Please close this window and try again.
            </p>
          )}
        </div>
      </div>
    </Dialog>
  );
}
