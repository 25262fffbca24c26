import type { ImportJob } from '../../../../shared/contract/catalogue-jobs.ts';
import { orderDate } from '../../../../shared/order-date.ts';
import { CloseButton } from '../../../ui/dialog.tsx';
import { useJob } from '../../parts/use-job.ts';

/** How far an import is, what failed and what was left out. It goes on when this page is left. */
export function ImportProgress({ job: first, onClose }: { job: ImportJob; onClose: () => void }) {
  const job = useJob(first, `/products/import/${first._id}`);
  const { done, total, written, failed, finished, finishedAt, failures, notes, fileName } = job;
  const count = (n: number) => n.toLocaleString('en-IN');
  const imported = `${written === 1 ? '1 product' : `${count(written)} products`} imported`;
  const result = failed > 0 ? `${imported}, ${count(failed)} could not be` : imported;
  return (
    <section aria-label="Import" className="mb-5 rounded-md bg-card p-4 ring-1 ring-line-strong">
      <div className="flex items-center justify-between gap-3">
        <p role="status" className="figures font-semibold wrap-anywhere">
          {`${fileName}: ${finished ? result : `${count(done)} of ${count(total)}`}`}
        </p>
        {finished && <CloseButton onClick={onClose} label="Close the result" />}
      </div>
      {finishedAt && <p className="text-xs text-ink-soft">{orderDate(finishedAt)}</p>}
      {!finished && <progress value={done} max={total} aria-label="Progress" className="mt-2 h-2 w-full" />}
      <Rows title="could not be imported" count={failed} rows={failures} open={finished} />
      <Rows title="left something out" count={notes.length} rows={notes} open={false} />
    </section>
  );
}

type Told = { title: string; count: number; rows: ImportJob['notes']; open: boolean };

function Rows({ title, count, rows, open }: Told) {
  if (rows.length === 0) return null;
  return (
    <details className="mt-2" open={open}>
      <summary className="min-h-8 font-medium">{`${count.toLocaleString('en-IN')} ${title}`}</summary>
      <ul className="max-h-64 overflow-auto">
        {rows.map(({ line, name, message }) => (
          <li key={`${line} ${message}`} className="py-1 wrap-break-word">
            <span className="figures text-xs text-ink-soft">line {line}</span>{' '}
            <span className="font-medium">{name}</span> — {message}
          </li>
        ))}
      </ul>
    </details>
  );
}
