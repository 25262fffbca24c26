import { useEffect, useRef, useState } from 'react';
import type { Batch } from '../../../../shared/contract/catalogue-admin.ts';
import { api } from '../../../api.ts';
import { CloseButton } from '../../../ui/dialog.tsx';
import { sessionEnded } from '../../session.ts';

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
  const [batch, setBatch] = useState(first);
  const finish = useRef(onFinish);
  finish.current = onFinish;
  const { _id, finished } = batch;
  useEffect(() => {
    if (finished) return finish.current();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const ask = async () => {
      try {
        setBatch(await api.get<Batch>(`/products/batch/${_id}`));
      } catch (error) {
        if (sessionEnded(error)) return;
      }
      timer = setTimeout(ask, 700);
    };
    timer = setTimeout(ask, 300);
    return () => clearTimeout(timer);
  }, [_id, finished]);

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
