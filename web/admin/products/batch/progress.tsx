import type { Batch } from '../../../../shared/contract/catalogue-jobs.ts';
import { orderDate } from '../../../../shared/order-date.ts';
import { CloseButton } from '../../../ui/dialog.tsx';
import { useJob } from '../../parts/use-job.ts';

const words: Record<string, string> = {
  category: 'Setting the category',
  discount: 'Setting the discount',
  status: 'Setting the status',
  delete: 'Deleting',
};

/** How far a job is, and what failed in it and why. It goes on when this page is left. */
export function BatchProgress({
  batch: first,
  onFinish,
  onClose,
}: {
  batch: Batch;
  onFinish: () => void;
  onClose: () => void;
}) {
  const batch = useJob(first, `/products/batch/${first._id}`, onFinish);
  const { finished } = batch;
  const { done, total, failed, failures } = batch;
  return (
    <section aria-label="Batch" className="mb-4 rounded-md bg-card p-4 ring-1 ring-line-strong">
      <div className="flex items-center justify-between gap-3">
        <p role="status" className="figures font-semibold">
          {finished
            ? `${(done - failed).toLocaleString('en-IN')} of ${total.toLocaleString('en-IN')} products changed`
            : `${words[batch.action] ?? 'Working'}: ${done.toLocaleString('en-IN')} of ${total.toLocaleString('en-IN')}`}
        </p>
        {finished && <CloseButton onClick={onClose} label="Close the result" />}
      </div>
      {batch.finishedAt && <p className="text-xs text-ink-soft">{orderDate(batch.finishedAt)}</p>}
      {!finished && <progress value={done} max={total} aria-label="Progress" className="mt-2 h-2 w-full" />}
      {failed > 0 && (
        <details className="mt-2" open={finished}>
          <summary className="min-h-8 font-medium text-madder">
            {failed.toLocaleString('en-IN')} could not be changed
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
