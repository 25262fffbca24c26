import type { OrderBatch } from '../../../../shared/contract/order-batches.ts';
import { stream } from '../../../api.ts';
import { invalidate, read, useJob } from '../../parts/data.ts';
import { ExportButton } from '../../parts/export-button.tsx';
import { JobPanel, JobRows } from '../../parts/job-panel.tsx';
import { counted, formatCount } from '../../parts/text.ts';

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
        action === 'courier-file' &&
        done > skipped && (
          <ExportButton
            read={(signal) => stream('GET /order/admin/batch/:id/courier.csv', { params, signal })}
            file="orders-for-courier.csv"
            total={done - skipped}
          />
        )
      }
      onClose={onClose}
    >
      <JobRows summary={`${formatCount(skipped)} skipped`} rows={skips} open={finished} />
      <JobRows
        summary={`${counted(unmatched.length, 'tracking number')} not used`}
        rows={unmatched}
        open={finished}
      />
    </JobPanel>
  );
}
