import { Download } from 'lucide-react';
import type { ImportPlan } from '../../../../shared/contract/catalogue-jobs.ts';
import { importReport } from '../../../../shared/import-report.ts';
import { Button } from '../../../ui/button.tsx';
import { save } from '../../parts/save.ts';

const count = (n: number) => n.toLocaleString('en-IN');
/** How the file was read, what is not imported, and what its products will lack, with a downloadable list. */
export function PlanReport({ plan }: { plan: ImportPlan }) {
  const { encoding, separator, unread, products, bad } = plan;
  const incomplete = products.filter(({ missing }) => missing.length > 0);
  const counts = new Map<string, number>();
  for (const field of incomplete.flatMap(({ missing }) => missing))
    counts.set(field, (counts.get(field) ?? 0) + 1);
  const notes = products.flatMap(({ name, notes: own }) => own.map((note) => ({ name, ...note })));
  const download = () =>
    save(
      new Blob([importReport({ failures: bad, notes, missing: incomplete })], { type: 'text/csv' }),
      'import-check.csv',
    );
  return (
    <section aria-label="Before you import" className="rounded-md bg-card p-4 ring-1 ring-line md:col-span-2">
      <p className="text-ink-soft">{`Encoding: ${encoding}. Column separator: ${separator}.`}</p>
      {unread.length > 0 && (
        <details>
          <summary className="min-h-8 content-center text-ink-soft">
            {unread.length === 1 ? '1 column is not imported' : `${unread.length} columns are not imported`}
          </summary>
          <p className="max-h-32 overflow-auto text-ink-soft wrap-anywhere">{unread.join(', ')}</p>
        </details>
      )}
      {incomplete.length > 0 && (
        <p className="figures mt-1">
          {`Incomplete: ${count(incomplete.length)} of ${count(products.length)} products. Missing: ${[...counts].map(([field, times]) => `${field} ${count(times)}`).join(', ')}.`}
        </p>
      )}
      {(incomplete.length > 0 || bad.length > 0 || notes.length > 0) && (
        <Button variant="secondary" onClick={download} className="mt-3">
          <Download className="size-4" aria-hidden="true" />
          Download the list as CSV
        </Button>
      )}
    </section>
  );
}
