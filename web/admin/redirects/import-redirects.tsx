import { useState } from 'react';
import type { RedirectImport } from '../../../shared/contract/redirects.ts';
import { call } from '../../api.ts';
import { Notice } from '../../ui/notice.tsx';
import { invalidate, useAction } from '../parts/data.ts';
import { FileChoice } from '../parts/form/file-choice.tsx';
import { SkippedLines } from '../parts/list/skipped-lines.tsx';
import { counted } from '../parts/text.ts';
import { withSignIn } from '../session.ts';

/** Imports redirects from a CSV file, and shows which lines were skipped. */
export function ImportRedirects() {
  const [result, setResult] = useState<RedirectImport | null>(null);
  const start = useAction(async (file: File) => {
    setResult(null);
    const body = new FormData();
    body.append('file', file);
    setResult(await withSignIn(() => call('POST /settings/redirects/import', { body, noTimeout: true })));
    await invalidate('GET /settings/redirects');
  }, 'The file could not be imported. Nothing was changed. Please try again.');
  return (
    <div className="mb-5 grid max-w-3xl gap-3">
      <div className="flex flex-wrap items-center gap-3">
        <FileChoice accept=".csv,text/csv" onChoose={(files) => files?.[0] && void start.run(files[0])}>
          Import CSV
        </FileChoice>
        <span role="status" className="text-sm text-ink-soft">
          {start.busy
            ? 'Importing…'
            : 'Columns “From” and “To”, or a file that Shopify or the plugin Redirection has exported.'}
        </span>
      </div>
      {result && (
        <>
          <Notice role="status" tone="success">
            {`${counted(result.saved, 'redirect')} imported, ${counted(result.skippedCount, 'line')} skipped.`}
          </Notice>
          <SkippedLines lines={result.skipped} count={result.skippedCount} />
        </>
      )}
    </div>
  );
}
