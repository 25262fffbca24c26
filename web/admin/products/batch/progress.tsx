import type { Batch } from '../../../../shared/contract/catalogue-jobs.ts';
import { call } from '../../../api.ts';
import { Button } from '../../../ui/button.tsx';
import { invalidate, read, useAction, useJob } from '../../parts/data.ts';
import { JobPanel, JobRows } from '../../parts/job-panel.tsx';
import { counted, formatCount } from '../../parts/text.ts';

const subjects: Record<string, string> = {
  category: 'Setting the category',
  discount: 'Setting the discount',
  status: 'Setting the status',
  gst: 'Setting HSN code and GST rate',
  delete: 'Deleting',
  undo: 'Undoing the change',
};

/** The progress of a batch job and its failures. */
export function BatchProgress(props: {
  batch: Batch;
  /** Called with the job that undoes this one. */
  onUndo: (undoing: Batch) => void;
  onClose: () => void;
}) {
  const { batch: first, onUndo, onClose } = props;
  const params = { id: first._id };
  const query = read('GET /products/batch/:id', { params });
  const { job: batch, missing } = useJob(first, query, () => void invalidate('GET /products'));
  const undo = useAction(
    async () => onUndo(await call('POST /products/batch/:id/undo', { params })),
    'Could not undo the change. Please try again.',
  );
  const { action, done, total, failed, failures, finished, undoable } = batch;
  const verb = action === 'undo' ? 'restored' : 'changed';
  return (
    <JobPanel
      label="Batch"
      job={batch}
      missing={missing}
      subject={subjects[action] ?? 'Working'}
      changes="products"
      result={`${formatCount(done - failed)} of ${counted(total, 'product')} ${verb}`}
      action={
        undoable && (
          <Button variant="secondary" action={undo.run}>
            Undo
          </Button>
        )
      }
      onClose={onClose}
    >
      <JobRows summary={`${formatCount(failed)} could not be ${verb}`} rows={failures} open={finished} />
    </JobPanel>
  );
}
