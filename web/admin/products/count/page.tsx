import { Download, Printer } from 'lucide-react';
import { useCallback, useState } from 'react';
import type { CountedLine } from '../../../../shared/contract/catalogue/stock.ts';
import { orderDate } from '../../../../shared/orders/order-date.ts';
import { call } from '../../../api.ts';
import { Button } from '../../../ui/button.tsx';
import { saveFile } from '../../../ui/save-file.ts';
import { toast } from '../../../ui/toast.tsx';
import { invalidate, useAction } from '../../parts/data.ts';
import { FileChoice } from '../../parts/form/file-choice.tsx';
import { ErrorBanner } from '../../parts/page/error-banner.tsx';
import { BackLink, PageHead, SkeletonRows } from '../../parts/page/page-head.tsx';
import { counted, formatCount } from '../../parts/text.ts';
import { ListFilters, NoProducts, useListAddress } from '../list-filters.tsx';
import { ScanField } from '../stock/scan-field.tsx';
import { nameOf } from '../table/column-kinds.ts';
import { useVariants } from '../variants/use-variants.ts';
import { VariantInputs } from '../variants/variant-inputs.tsx';
import { countFile, findRow, readCounts, splitScan } from './count-file.ts';
import { Differences } from './differences.tsx';
import { useCounts } from './use-counts.ts';

const failed = 'Could not compare the count. Please try again.';

/** A count sheet: variants are chosen by filters, counted, compared with the stock and corrected. */
export default function CountSheet() {
  const address = useListAddress(100);
  const { matching, query } = address;
  const { rows, isBusy, failed: failure, retry, total } = useVariants({ ...matching, sort: query.sort });
  const { counts, enter } = useCounts();
  const enterOne = useCallback((variant: string, units: string) => enter([[variant, units]]), [enter]);
  /** When a paper sheet was counted; empty if each number counts when it is entered. */
  const [countedAt, setCountedAt] = useState('');
  const [differences, setDifferences] = useState<CountedLine[] | null>(null);
  const [wrong, setWrong] = useState('');
  const listed = rows.filter(({ variant }) => counts[variant._id]);

  const send = async (isPreview: boolean) => {
    const lines = listed.map(({ variant: { _id } }) => ({
      variant: _id,
      counted: Number(counts[_id]?.units),
      // The field has the time in India.
      countedAt: countedAt ? new Date(`${countedAt}:00+05:30`).toISOString() : (counts[_id]?.at ?? ''),
    }));
    return (await call('POST /products/stock/count', { body: { lines, isPreview } })).lines;
  };
  const compare = useAction(async () => {
    const bad = listed.find(({ variant }) => !/^\d{1,7}$/.test(counts[variant._id]?.units.trim() ?? ''));
    setWrong(bad ? `${nameOf(bad)}: enter a whole number` : '');
    if (!bad) setDifferences(await send(true));
  }, failed);
  const book = useAction(async () => {
    const lines = await send(false);
    enter(lines.map(({ variant }) => [variant, '']));
    setDifferences(null);
    toast(
      `${counted(lines.filter(({ before, after }) => before !== after).length, 'variant')} corrected`,
      'success',
    );
    await invalidate('GET /products', 'GET /products/stock');
  }, 'Could not book the count. Please try again.');

  async function upload(file: File): Promise<void> {
    const found = readCounts(await file.text(), rows);
    enter(found.counts);
    toast(`${counted(found.counts.size, 'number')} read`, found.counts.size > 0 ? 'success' : 'error');
    const problems = [
      found.unknown.length > 0 && `Not on this sheet: ${list(found.unknown)}.`,
      found.wrong.length > 0 && `No whole number: ${list(found.wrong)}.`,
    ].filter(Boolean);
    setWrong(problems.join(' '));
  }
  function scan(code: string, before = counts): void {
    const row = findRow(rows, code);
    setWrong(row ? '' : `“${code}” is not on this sheet.`);
    if (!row) return;
    const units = Number(before[row.variant._id]?.units ?? 0) + 1;
    enter([[row.variant._id, String(units)]]);
    toast(`${nameOf(row)}: ${units}`, 'success');
  }

  /** Counts a code that a scanner has typed behind the number of a variant, whose field had the focus. */
  function scanInField(variant: string, text: string): void {
    const found = splitScan(rows, text);
    if (!found) return;
    enter([[variant, found.units]]);
    scan(found.code, { ...counts, [variant]: { units: found.units, at: '' } });
  }

  return (
    <>
      <div className="print:hidden">
        <BackLink to="/admin/products/stock">Stock</BackLink>
      </div>
      <PageHead title="Count sheet" subtitle={orderDate(new Date().toISOString())}>
        <span className="flex flex-wrap gap-2 print:hidden">
          <Button icon={Printer} variant="secondary" onClick={() => window.print()}>
            Print
          </Button>
          <Button
            icon={Download}
            variant="secondary"
            onClick={() => saveFile(new Blob([countFile(rows)], { type: 'text/csv' }), 'count-sheet.csv')}
          >
            Download
          </Button>
          <FileChoice onChoose={(file) => void upload(file)}>Upload counted numbers</FileChoice>
        </span>
      </PageHead>
      <div className="grid gap-3 print:hidden">
        <ListFilters address={address} />
        <ScanField onCode={(code) => scan(code)} isSeries />
        <label className="flex flex-wrap items-center gap-2">
          Counted
          <select
            value={countedAt ? 'then' : 'now'}
            onChange={(event) => setCountedAt(event.target.value === 'then' ? nowInIndia() : '')}
            className="office-input"
          >
            <option value="now">when each number is entered</option>
            <option value="then">on paper, at</option>
          </select>
          {countedAt && (
            <input
              type="datetime-local"
              aria-label="Time of the count"
              value={countedAt}
              max={nowInIndia()}
              onChange={(event) => setCountedAt(event.target.value || nowInIndia())}
              className="office-input"
            />
          )}
        </label>
        <p className="text-ink-soft">
          What is sold or received after the count stays as it is. Each scan counts one unit.
        </p>
        <ErrorBanner message={failure} onRetry={retry} />
        <ErrorBanner message={wrong} />
      </div>
      {isBusy && rows.length === 0 && <SkeletonRows />}
      {!isBusy && rows.length === 0 && !failure && <NoProducts address={address} />}
      {rows.length > 0 && (
        <VariantInputs
          label="Counted"
          rows={rows}
          textOf={(variant) => counts[variant]?.units ?? ''}
          onEnter={enterOne}
          onReturn={scanInField}
        />
      )}
      {rows.length > 0 && (
        <div className="sticky bottom-14 mt-4 flex flex-wrap items-center gap-3 bg-paper py-3 lg:bottom-0 print:hidden">
          <p className="figures mr-auto text-ink-soft">
            {formatCount(listed.length)} of {counted(rows.length, 'variant')} counted
            {total > rows.length && ` (the first ${formatCount(rows.length)} of ${formatCount(total)})`}
          </p>
          <Button disabled={listed.length === 0} busy={compare.busy} onClick={() => void compare.run()}>
            Show differences
          </Button>
        </div>
      )}
      <Differences
        lines={differences}
        names={new Map(rows.map((row) => [row.variant._id, nameOf(row)]))}
        busy={book.busy}
        onBook={() => void book.run()}
        onClose={() => setDifferences(null)}
      />
    </>
  );
}

const list = (codes: string[]) =>
  `${codes.slice(0, 5).join(', ')}${codes.length > 5 ? ` and ${codes.length - 5} more` : ''}`;
const nowInIndia = () => new Date(Date.now() + 330 * 60_000).toISOString().slice(0, 16);
