import { useState } from 'react';
import type { Batch } from '../../../../shared/contract/catalogue-jobs.ts';
import { orderDate } from '../../../../shared/order-date.ts';
import { api } from '../../../api.ts';
import { Button } from '../../../ui/button.tsx';
import { CloseButton } from '../../../ui/dialog.tsx';
import { showFailure } from '../../parts/show-failure.ts';
import { goneJob, useJob } from '../../parts/use-job.ts';

const words: Record<string, string> = {
  category: 'Setting the category',
  discount: 'Setting the discount',
  status: 'Setting the status',
  delete: 'Deleting',
  undo: 'Undoing the change',
};

/** How far a job is, and what failed in it and why. It goes on when this page is left. */
export function BatchProgress({
  batch: first,
  onFinish,
  onUndo,
  onClose,
}: {
  batch: Batch;
  onFinish: () => void;
  /** Called with the job that undoes this one. */
  onUndo: (undoing: Batch) => void;
  onClose: () => void;
}) {
  const { job: batch, gone } = useJob(first, `/products/batch/${first._id}`, onFinish);
  const { finished } = batch;
  const [busy, setBusy] = useState(false);
  async function undo() {
    setBusy(true);
    try {
      onUndo(await api.post<Batch>(`/products/batch/${batch._id}/undo`));
    } catch (error) {
      showFailure(error, 'Could not undo the change. Please try again.');
    }
    setBusy(false);
  }
  const { done, total, failed, failures } = batch;
  const doing = words[batch.action] ?? 'Working';
  const headline = gone
    ? `${doing}: ${goneJob}`
    : finished
      ? `${(done - failed).toLocaleString('en-IN')} of ${total.toLocaleString('en-IN')} products ${batch.action === 'undo' ? 'restored' : 'changed'}`
      : `${doing}: ${done.toLocaleString('en-IN')} of ${total.toLocaleString('en-IN')}`;
  return (
    <section aria-label="Batch" className="mb-4 rounded-md bg-card p-4 ring-1 ring-line-strong">
      <div className="flex items-center justify-between gap-3">
        <p role="status" className="figures font-semibold">
          {headline}
        </p>
        {(finished || gone) && (
          <div className="flex items-center gap-2">
            {batch.undoable && (
              <Button variant="secondary" busy={busy} onClick={undo}>
                Undo
              </Button>
            )}
            <CloseButton onClick={onClose} label="Close the result" />
          </div>
        )}
      </div>
      {batch.finishedAt && <p className="text-xs text-ink-soft">{orderDate(batch.finishedAt)}</p>}
      {!finished && !gone && (
        <progress value={done} max={total} aria-label="Progress" className="mt-2 h-2 w-full" />
      )}
      {failed > 0 && (
        <details className="mt-2" open={finished}>
          <summary className="min-h-8 font-medium text-madder">
            {failed.toLocaleString('en-IN')} could not be {batch.action === 'undo' ? 'restored' : 'changed'}
          </summary>
          <ul className="mt-1 max-h-56 overflow-auto">
            {failures.map(({ _id: id, name, message }) => (
              <li key={id} className="py-1">
                <span className="font-medium">{name}</span> — {message}
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}
