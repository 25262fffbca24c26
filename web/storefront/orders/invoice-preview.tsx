import { Download, ExternalLink, Printer } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import type { Order } from '../../../shared/contract/orders.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { downloadInvoice, invoiceUrl, printInvoice } from './invoice.ts';

/** The least time that the loading cover and, on a phone, the window stand (spec §9). */
const pause = 500;

/**
 * The invoice in a window, with Download, Print, Open in New Tab and an optional Proceed. Under 768 px it opens
 * in a new tab instead, and the window closes after 500 ms.
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
  const [covered, setCovered] = useState(true);
  const close = useEffectEvent(onClose);
  const fetched = useEffectEvent(() => invoiceUrl(order));

  useEffect(() => {
    if (!open) return;
    let gone = false;
    let address: string | null = null;
    const onPhone = window.matchMedia('(max-width: 767.98px)').matches;
    // Opened at once, while the browser still knows that a person pressed; filled when the PDF has come.
    const tab = onPhone ? window.open('', '_blank') : null;
    setProblem(false);
    setCovered(true);
    const cover = setTimeout(() => setCovered(false), pause);
    let closing: ReturnType<typeof setTimeout> | undefined;
    fetched()
      .then((made) => {
        address = made;
        if (gone) return;
        setUrl(made);
        if (!tab) return;
        tab.location.href = made;
        closing = setTimeout(() => close(), pause);
      })
      .catch((error) => {
        console.warn('The invoice could not be shown.', error);
        tab?.close();
        if (!gone) setProblem(true);
      });
    return () => {
      gone = true;
      clearTimeout(cover);
      clearTimeout(closing);
      setUrl(null);
      // The tab that shows it may still be reading.
      setTimeout(() => address && URL.revokeObjectURL(address), 60_000);
    };
  }, [open]);

  const loading = !problem && (covered || !url);
  return (
    <Dialog open={open} onClose={onClose} title="Invoice Preview" variant="wide">
      <div className="flex min-h-0 flex-1 flex-col">
        <div className="flex flex-wrap gap-2 border-b border-line px-4 py-2.5">
          <Button variant="secondary" disabled={!url} onClick={() => url && downloadInvoice(order, url)}>
            <Download className="size-4" aria-hidden="true" />
            Download
          </Button>
          <Button variant="secondary" disabled={!url} onClick={() => url && printInvoice(url)}>
            <Printer className="size-4" aria-hidden="true" />
            Print
          </Button>
          <Button variant="secondary" disabled={!url} onClick={() => url && window.open(url, '_blank')}>
            <ExternalLink className="size-4" aria-hidden="true" />
            Open in New Tab
          </Button>
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
              The invoice could not be loaded. Close this and try again in a moment.
            </p>
          )}
        </div>
      </div>
    </Dialog>
  );
}
