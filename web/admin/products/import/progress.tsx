import type { ImportJob } from '../../../../shared/contract/catalogue-jobs.ts';
import { useJob } from '../../parts/use-job.ts';

/** How far an import is, what failed and what was left out. It goes on when this page is left. */
export function ImportProgress({ job: first }: { job: ImportJob }) {
  const job = useJob(first, `/products/import/${first._id}`);
  const { done, total, finished, failures, notes, fileName } = job;
  return (
    <section aria-label="Import" className="mb-5 rounded-md bg-card p-4 ring-1 ring-line-strong">
      <p role="status" className="figures font-semibold">
        {finished
          ? `${fileName}: ${total.toLocaleString('en-IN')} products imported`
          : `${fileName}: ${done.toLocaleString('en-IN')} of ${total.toLocaleString('en-IN')}`}
      </p>
      {!finished && <progress value={done} max={total} aria-label="Progress" className="mt-2 h-2 w-full" />}
      <Rows title="could not be imported" rows={failures} open={finished} />
      <Rows title="left something out" rows={notes} open={false} />
    </section>
  );
}

function Rows({ title, rows, open }: { title: string; rows: ImportJob['notes']; open: boolean }) {
  if (rows.length === 0) return null;
  return (
    <details className="mt-2" open={open}>
      <summary className="min-h-8 font-medium">{`${rows.length.toLocaleString('en-IN')} ${title}`}</summary>
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
