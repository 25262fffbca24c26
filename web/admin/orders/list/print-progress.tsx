import { FileText } from 'lucide-react';
import type { PrintJob, PrintKind } from '../../../../shared/contract/orders/print-jobs.ts';
import { orderDate } from '../../../../shared/orders/order-date.ts';
import { call } from '../../../api.ts';
import { Button } from '../../../ui/button.tsx';
import { invalidate, read, useJob } from '../../parts/data.ts';
import { JobPanel, JobRows } from '../../parts/job-panel.tsx';
import { showFailure } from '../../parts/show-failure.ts';
import { counted } from '../../parts/text.ts';
import { openDocument } from '../documents.ts';

export const printLabels: Record<PrintKind, string> = {
  packing_slips: 'Packing slips',
  labels: 'Labels, 4 × 6 inches',
  label_sheets: 'Labels, four on A4',
  courier_labels: 'Labels of couriers',
  invoices: 'Invoices',
  pick_list: 'Pick list',
};

/** The progress of a print job, what it skipped, and its document. */
export function PrintProgress({ job: first, onClose }: { job: PrintJob; onClose?: () => void }) {
  const params = { id: first._id };
  const query = read('GET /order/admin/print-jobs/:id', { params });
  const { job, missing } = useJob(first, query, () => void invalidate('GET /order/admin/print-jobs'));
  const { kind, total, pages, skipped, failed, expiresAt } = job;
  const subject = `${printLabels[kind]} of ${counted(total, 'order')}`;
  const open = () =>
    openDocument(() => call('GET /order/admin/print-jobs/:id/file', { params, noTimeout: true }), kind).catch(
      (error: unknown) => showFailure(error, 'The document could not be opened. Please try again.'),
    );
  return (
    <JobPanel
      label={printLabels[kind]}
      job={job}
      missing={missing}
      subject={failed ? `${subject} could not be printed. Please try again` : subject}
      changes="list of documents"
      result={pages > 0 ? `${subject}: ${counted(pages, 'page')}` : `${subject}: nothing to print`}
      action={
        pages > 0 && (
          <Button icon={FileText} variant="secondary" action={open}>
            Open
          </Button>
        )
      }
      {...(onClose && { onClose })}
    >
      {pages > 0 && <p className="text-xs text-ink-soft">Kept until {orderDate(expiresAt)}</p>}
      <JobRows
        summary={`${counted(skipped.length, 'order')} skipped`}
        rows={skipped.map(({ order_number, reason }) => ({ name: order_number, message: reason }))}
        open={skipped.length <= 5}
      />
    </JobPanel>
  );
}
