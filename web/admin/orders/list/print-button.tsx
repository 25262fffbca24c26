import { Printer } from 'lucide-react';
import { useState } from 'react';
import { type PrintJob, type PrintKind, printKind } from '../../../../shared/contract/orders/print-jobs.ts';
import { call } from '../../../api.ts';
import { Button, TextLink } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { useAction, useMay } from '../../parts/data.ts';
import { counted } from '../../parts/text.ts';
import type { Selected } from '../batch/selection.ts';
import { PrintProgress, printLabels } from './print-progress.tsx';

/** Asks which documents of these orders to print, and shows the progress of the job. */
export function PrintButton(props: { orders: Selected['orders']; count: number }) {
  const { orders, count } = props;
  const may = useMay();
  const [open, setOpen] = useState(false);
  const [jobs, setJobs] = useState<PrintJob[]>([]);
  const { input: starting, run: print } = useAction(async (kind: PrintKind) => {
    const job = await call('POST /order/admin/print-jobs', { body: { kind, ...orders } });
    setJobs((before) => [job, ...before]);
  }, 'Could not start to print. Please try again.');
  return (
    <>
      <Button
        variant="secondary"
        icon={Printer}
        disabled={count === 0}
        onClick={() => {
          setJobs([]);
          setOpen(true);
        }}
      >
        Print
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title={`Print ${counted(count, 'order')}`}>
        <div className="grid gap-4 p-5">
          <div className="grid gap-2 sm:grid-cols-2">
            {printKind.options
              .filter((kind) => may(kind === 'invoices' ? 'orders.viewAll' : 'orders.fulfil'))
              .map((kind) => (
                <Button key={kind} variant="secondary" busy={starting === kind} onClick={() => print(kind)}>
                  {printLabels[kind]}
                </Button>
              ))}
          </div>
          <div>
            {jobs.map((job) => (
              <PrintProgress key={job._id} job={job} />
            ))}
          </div>
          <TextLink href="/admin/orders/documents">Documents of the last day</TextLink>
        </div>
      </Dialog>
    </>
  );
}
