import { RotateCw } from 'lucide-react';
import type { ImportJob } from '../../../../shared/contract/catalogue-jobs.ts';
import { call, stream } from '../../../api.ts';
import { Button } from '../../../ui/button.tsx';
import { read, useAction, useJob } from '../../parts/data.ts';
import { ExportButton } from '../../parts/list/export-button.tsx';
import { JobPanel, JobRows } from '../../parts/job-panel.tsx';
import { counted, formatCount } from '../../parts/text.ts';

type Props = { job: ImportJob; onClose: () => void; onRetry: (job: ImportJob) => void };

/** The progress of an import, what failed, what was left out and what is missing. */
export function ImportProgress({ job: first, onClose, onRetry }: Props) {
  const params = { id: first._id };
  const { job, missing } = useJob(first, read('GET /products/import/:id', { params }));
  const { written, failed, finished, failures, notes, fileName, missingCount, retryable } = job;
  const retry = useAction(
    async () => onRetry(await call('POST /products/import/:id/pictures', { params })),
    'The pictures could not be fetched. Please try again.',
  );
  const imported = `${fileName}: ${counted(written, 'product')} imported`;
  const incomplete = job.missing.map((product) => ({ ...product, message: product.missing.join(', ') }));

  return (
    <JobPanel
      label="Import"
      job={job}
      missing={missing}
      subject={fileName}
      changes="products"
      result={failed > 0 ? `${imported}, ${formatCount(failed)} could not be` : imported}
      onClose={onClose}
    >
      <JobRows summary={`${formatCount(failed)} could not be imported`} rows={failures} open={finished} />
      <JobRows summary={`${formatCount(notes.length)} imported with omissions`} rows={notes} open={false} />
      <JobRows summary={`${formatCount(missingCount)} incomplete`} rows={incomplete} open={false} />
      {finished && (
        <div className="mt-3 flex flex-wrap gap-3">
          {retryable > 0 && (
            <Button icon={RotateCw} variant="secondary" action={retry.run}>
              Fetch failed pictures again
            </Button>
          )}
          {failed + notes.length + missingCount > 0 && (
            <ExportButton
              read={(signal) => stream('GET /products/import/:id/report.csv', { params, signal })}
              file="import-report.csv"
              label="Download the report"
            />
          )}
        </div>
      )}
    </JobPanel>
  );
}
