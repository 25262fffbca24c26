import { Printer } from 'lucide-react';
import { useState } from 'react';
import type { OrderBatch } from '../../../../shared/contract/orders/order-batches.ts';
import type { PrintJob } from '../../../../shared/contract/orders/print-jobs.ts';
import { call, stream } from '../../../api.ts';
import { Button } from '../../../ui/button.tsx';
import { invalidate, read, useAction, useJob } from '../../parts/data.ts';
import { JobPanel, JobRows } from '../../parts/job-panel.tsx';
import { ExportButton } from '../../parts/list/export-button.tsx';
import { counted, formatCount } from '../../parts/text.ts';
import { PrintProgress } from '../list/print-progress.tsx';

const words: Record<string, [working: string, done: string]> = {
  pack: ['Packing', 'packed'],
  ship: ['Shipping', 'shipped'],
  book: ['Booking', 'booked'],
  deliver: ['Marking as delivered', 'marked as delivered'],
  'courier-file': ['Checking the orders', 'in the file'],
};

/** The progress of a batch, and the orders that it skipped with the reasons. */
export function OrderBatchProgress({ batch: first, onClose }: { batch: OrderBatch; onClose: () => void }) {
  const params = { id: first._id };
  const { job: batch, missing } = useJob(
    first,
    read('GET /order/admin/batch/:id', { params }),
    () => void invalidate('GET /order/admin', 'GET /order/admin/stats'),
  );
  const { action, done, total, skipped, skips, unmatched, finished } = batch;
  const [printing, setPrinting] = useState<PrintJob | null>(null);
  const print = useAction(async () => {
    const body = { kind: 'courier_labels' as const, batch: batch._id };
    setPrinting(await call('POST /order/admin/print-jobs', { body }));
  }, 'Could not start to print. Please try again.');
  const [working, result] = words[action] ?? ['Working', 'done'];
  return (
    <JobPanel
      label="Job"
      job={batch}
      missing={missing}
      subject={working}
      changes="orders"
      result={`${formatCount(done - skipped)} of ${counted(total, 'order')} ${result}`}
      action={
        done > skipped &&
        (action === 'book' && finished ? (
          <Button icon={Printer} busy={print.busy} onClick={() => print.run()}>
            Print labels
          </Button>
        ) : action === 'courier-file' ? (
          <ExportButton
            read={(signal) => stream('GET /order/admin/batch/:id/courier.csv', { params, signal })}
            file="orders-for-courier.csv"
            total={done - skipped}
          />
        ) : null)
      }
      onClose={onClose}
    >
      {printing && <PrintProgress key={printing._id} job={printing} />}
      <JobRows summary={`${formatCount(skipped)} skipped`} rows={skips} open={finished} />
      <JobRows
        summary={`${counted(unmatched.length, 'tracking number')} not used`}
        rows={unmatched}
        open={finished}
      />
    </JobPanel>
  );
}
