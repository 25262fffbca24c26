import type { PriceImport } from '../../../shared/contract/price-lists.ts';
import { call } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { invalidate } from '../parts/data.ts';
import { FileChoice, useCheckedFile } from '../parts/form/file-choice.tsx';
import { SkippedLines } from '../parts/list/skipped-lines.tsx';
import { counted } from '../parts/text.ts';

/** Imports prices from a CSV file: it is checked first, and nothing is changed while a row is wrong. */
export function ImportPrices({ id }: { id: string }) {
  const { file, result, busy, check, save } = useCheckedFile(async (body, saves) => {
    const query = { save: saves ? 'true' : 'false' } as const;
    const route = 'POST /price-lists/:id/prices/import';
    const reply = await call(route, { params: { id }, query, body, noTimeout: true });
    if (saves) await invalidate('GET /price-lists', 'GET /price-lists/:id', 'GET /price-lists/:id/prices');
    return reply;
  }, 'The file could not be read. Nothing was changed. Please try again.');
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center gap-3">
        <FileChoice onChoose={check}>Import CSV</FileChoice>
        <span role="status" className="text-sm text-ink-soft">
          {busy ? 'Reading the file…' : 'Columns “SKU” and “Price”. An empty price removes it.'}
        </span>
      </div>
      {result?.saved && (
        <Notice role="status" tone="success">
          {`${counted(result.changed, 'price')} set, ${counted(result.removed, 'price')} removed.`}
        </Notice>
      )}
      {result && result.problemCount > 0 && (
        <>
          <Notice role="alert" tone="error">
            {`${counted(result.problemCount, 'line')} can’t be imported, so nothing was changed. Correct the file and choose it again.`}
          </Notice>
          <SkippedLines title="Lines with problems" lines={result.problems} count={result.problemCount} />
        </>
      )}
      {result && file && !result.saved && result.problemCount === 0 && (
        <>
          <ul aria-label="The file" className="list-disc space-y-1 pl-5">
            {factsOf(result).map((fact) => (
              <li key={fact}>{fact}</li>
            ))}
          </ul>
          <Button busy={busy} onClick={save} className="justify-self-start">
            Set these prices
          </Button>
        </>
      )}
    </div>
  );
}

const factsOf = ({ prices, changed, removed, withoutEffect }: PriceImport) => [
  `${counted(prices, 'price')}, of which ${counted(changed, 'price')} change`,
  ...(removed > 0 ? [`${counted(removed, 'price')} to be removed`] : []),
  ...(withoutEffect > 0
    ? [`${counted(withoutEffect, 'price')} without effect: not below the selling price`]
    : []),
];
