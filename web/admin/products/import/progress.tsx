import { RotateCw } from 'lucide-react';
import { useState } from 'react';
import type { ImportJob } from '../../../../shared/contract/catalogue-jobs.ts';
import { orderDate } from '../../../../shared/order-date.ts';
import { api, stream } from '../../../api.ts';
import { Button } from '../../../ui/button.tsx';
import { CloseButton } from '../../../ui/dialog.tsx';
import { ExportButton } from '../../parts/export-button.tsx';
import { showFailure } from '../../parts/show-failure.ts';
import { goneJob, useJob } from '../../parts/use-job.ts';

type Props = { job: ImportJob; onClose: () => void; onRetry: (job: ImportJob) => void };

/** The progress of an import, what failed, what was left out and what is missing. The import continues when this page is closed. */
export function ImportProgress({ job: first, onClose, onRetry }: Props) {
  const { job, gone } = useJob(first, `/products/import/${first._id}`);
  const { done, total, written, failed, finished, finishedAt, failures, notes, fileName } = job;
  const { missing, missingCount, retryable } = job;
  const [busy, setBusy] = useState(false);
  const imported = `${written === 1 ? '1 product' : `${count(written)} products`} imported`;
  const result = failed > 0 ? `${imported}, ${count(failed)} could not be` : imported;
  const lacking = missing.map((each) => ({ ...each, message: each.missing.join(', ') }));

  async function retry() {
    setBusy(true);
    try {
      onRetry(await api.post<ImportJob>(`/products/import/${first._id}/pictures`));
    } catch (error) {
      showFailure(error, 'The pictures could not be fetched. Please try again.');
      setBusy(false);
    }
  }

  return (
    <section aria-label="Import" className="mb-5 rounded-md bg-card p-4 ring-1 ring-line-strong">
      <div className="flex items-center justify-between gap-3">
        <p role="status" className="figures font-semibold wrap-anywhere">
          {gone
            ? `${fileName}: ${goneJob}`
            : `${fileName}: ${finished ? result : `${count(done)} of ${count(total)}`}`}
        </p>
        {(finished || gone) && <CloseButton onClick={onClose} label="Close the result" />}
      </div>
      {finishedAt && <p className="text-xs text-ink-soft">{orderDate(finishedAt)}</p>}
      {!finished && !gone && (
        <progress value={done} max={total} aria-label="Progress" className="mt-2 h-2 w-full" />
      )}
      <Rows title="could not be imported" count={failed} rows={failures} open={finished} />
      <Rows title="left something out" count={notes.length} rows={notes} open={false} />
      <Rows title="incomplete" count={missingCount} rows={lacking} open={false} />
      {finished && (
        <div className="mt-3 flex flex-wrap gap-3">
          {retryable > 0 && (
            <Button variant="secondary" onClick={retry} busy={busy}>
              <RotateCw className="size-4" aria-hidden="true" />
              Fetch failed pictures again
            </Button>
          )}
          {failed + notes.length + missingCount > 0 && (
            <ExportButton
              read={(signal) =>
                stream('GET /products/import/:id/report.csv', { params: { id: first._id }, signal })
              }
              file="import-report.csv"
              label="Download the report"
            />
          )}
        </div>
      )}
    </section>
  );
}

const count = (n: number) => n.toLocaleString('en-IN');

type Told = { title: string; count: number; rows: ImportJob['notes']; open: boolean };

function Rows({ title, count: all, rows, open }: Told) {
  if (rows.length === 0) return null;
  return (
    <details className="mt-2" open={open}>
      <summary className="min-h-8 content-center font-medium">{`${count(all)} ${title}`}</summary>
      <ul className="max-h-64 overflow-auto">
        {rows.map(({ line, name, message }) => (
          <li key={`${line} ${message}`} className="py-1 wrap-anywhere">
            {line > 0 && <span className="figures text-xs text-ink-soft">line {line} </span>}
            <span className="font-medium">{name}</span> — {message}
          </li>
        ))}
      </ul>
    </details>
  );
}
