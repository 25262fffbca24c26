import { useState } from 'react';
import type { ReviewImportPlan } from '../../../shared/contract/catalogue/reviews.ts';
import { call } from '../../api.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { invalidate, useAction } from '../parts/data.ts';
import { FileChoice, SkippedLines } from '../parts/form/file-choice.tsx';
import { PageHead } from '../parts/page/page-head.tsx';
import { counted, formatCount } from '../parts/text.ts';
import { withSignIn } from '../session.ts';

const formats = { judgeme: 'Judge.me', shopify: 'Shopify Product Reviews', loox: 'Loox' };

const formOf = (file: File) => {
  const form = new FormData();
  form.append('file', file);
  return form;
};

/** The import of reviews from a CSV file: a preview with the skipped lines, then the import. */
export default function ImportReviews() {
  const [file, setFile] = useState<File | null>(null);
  const [plan, setPlan] = useState<ReviewImportPlan | null>(null);
  const [added, setAdded] = useState<number | null>(null);
  const preview = useAction(async (chosen: File) => {
    setPlan(null);
    setAdded(null);
    setFile(chosen);
    setPlan(
      await withSignIn(() => call('POST /reviews/import/plan', { body: formOf(chosen), noTimeout: true })),
    );
  }, 'The file could not be read. Please try again.');
  const start = useAction(async (chosen: File) => {
    const reply = await withSignIn(() =>
      call('POST /reviews/import', { body: formOf(chosen), noTimeout: true }),
    );
    setAdded(reply.added);
    setPlan(null);
    await invalidate('GET /reviews', 'GET /reviews/counts');
  }, 'The reviews could not be imported. Nothing was changed. Please try again.');

  return (
    <>
      <PageHead title="Import reviews">
        <ButtonLink href="/admin/reviews" variant="secondary">
          Back to reviews
        </ButtonLink>
      </PageHead>
      <div className="grid max-w-3xl gap-5">
        <p>
          A CSV file that Judge.me or the app Shopify Product Reviews has exported. Products are found by
          their handle or SKU. Reviews keep their dates and are marked as imported; e-mail addresses and
          photographs are not imported. A review that was imported before is not added again.
        </p>
        <div className="flex flex-wrap items-center gap-3">
          <FileChoice onChoose={preview.run}>Choose a CSV file</FileChoice>
          {file && <span className="text-ink-soft wrap-anywhere">{file.name}</span>}
          {preview.busy && <span role="status">Reading the file…</span>}
        </div>
        <Notice role="status" tone="success">
          {added !== null && `${counted(added, 'review')} imported.`}
        </Notice>
        {file && plan && <Preview plan={plan} busy={start.busy} onStart={() => void start.run(file)} />}
      </div>
    </>
  );
}

function Preview({ plan, busy, onStart }: { plan: ReviewImportPlan; busy: boolean; onStart: () => void }) {
  const { format, ready, published, products, known, skipped, skippedCount, unread } = plan;
  const facts = [
    `${counted(ready, 'review')} to add, for ${counted(products, 'product')}`,
    `${formatCount(published)} published at once, ${formatCount(ready - published)} waiting for your decision`,
    `${counted(known, 'review')} imported before`,
    `${counted(skippedCount, 'line')} skipped`,
    ...(unread.length > 0 ? [`Columns that are not imported: ${unread.join(', ')}`] : []),
  ];
  return (
    <section aria-labelledby="preview-title" className="grid gap-4">
      <h2 id="preview-title" className="text-lg">
        File of {formats[format]}
      </h2>
      <ul className="list-disc space-y-1 pl-5">
        {facts.map((fact) => (
          <li key={fact} className="wrap-anywhere">
            {fact}
          </li>
        ))}
      </ul>
      <SkippedLines lines={skipped} count={skippedCount} />
      <Button onClick={onStart} busy={busy} disabled={ready === 0} className="justify-self-start">
        Import {counted(ready, 'review')}
      </Button>
    </section>
  );
}
