import { Download, Printer } from 'lucide-react';
import { useState } from 'react';
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
import { counted } from '../../parts/text.ts';
import { ListFilters, useListAddress } from '../list-filters.tsx';
import { ScanField } from '../stock/scan-field.tsx';
import { nameOf, useVariants, type VariantRow } from '../table/use-variants.ts';
import { countFile, findRow, readCounts } from './count-file.ts';
import { Differences } from './differences.tsx';
import { useCounts } from './use-counts.ts';

const failed = 'Could not compare the count. Please try again.';

/** A count sheet: variants are chosen by filters, counted, compared with the stock and corrected. */
export default function CountSheet() {
  const address = useListAddress(100);
  const { matching, query } = address;
  const { rows, isBusy, failure, total } = useVariants({ ...matching, sort: query.sort });
  const { counts, enter, clear } = useCounts();
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
    clear(lines.map(({ variant }) => variant));
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
  function scan(code: string): void {
    const row = findRow(rows, code);
    setWrong(row ? '' : `“${code}” is not on this sheet.`);
    if (!row) return;
    const units = Number(counts[row.variant._id]?.units ?? 0) + 1;
    enter([[row.variant._id, String(units)]]);
    toast(`${nameOf(row)}: ${units}`, 'success');
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
        <ScanField onCode={scan} isSeries />
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
        <ErrorBanner message={failure || wrong} />
      </div>
      {isBusy && rows.length === 0 && <SkeletonRows />}
      {rows.length > 0 && (
        <CountRows rows={rows} counts={counts} onEnter={(id, units) => enter([[id, units]])} />
      )}
      <div className="sticky bottom-14 mt-4 flex flex-wrap items-center gap-3 bg-paper py-3 lg:bottom-0 print:hidden">
        <p className="figures mr-auto text-ink-soft">
          {listed.length} of {counted(rows.length, 'variant')} counted
          {total > rows.length && ` (the first ${rows.length} of more)`}
        </p>
        <Button disabled={listed.length === 0} busy={compare.busy} onClick={() => void compare.run()}>
          Show differences
        </Button>
      </div>
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

type RowsProps = {
  rows: VariantRow[];
  counts: ReturnType<typeof useCounts>['counts'];
  onEnter: (variant: string, units: string) => void;
};

function CountRows({ rows, counts, onEnter }: RowsProps) {
  return (
    <table className="office-table mt-3">
      <thead>
        <tr>
          <th scope="col">Product</th>
          <th scope="col" className="max-sm:hidden print:table-cell">
            SKU
          </th>
          <th scope="col" className="max-lg:hidden print:table-cell">
            Barcode
          </th>
          <th scope="col">Counted</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => {
          const { _id, sku, barcode } = row.variant;
          return (
            <tr key={_id}>
              <td className="wrap-break-word">
                {nameOf(row)}
                <span className="block text-xs text-ink-soft sm:hidden print:hidden">{sku}</span>
              </td>
              <td className="text-ink-soft max-sm:hidden print:table-cell">{sku}</td>
              <td className="figures text-ink-soft max-lg:hidden print:table-cell">{barcode}</td>
              <td className="w-28">
                <input
                  aria-label={`Counted of ${nameOf(row)}`}
                  inputMode="numeric"
                  maxLength={7}
                  value={counts[_id]?.units ?? ''}
                  onChange={(event) => onEnter(_id, event.target.value)}
                  className="office-input figures w-24 print:shadow-none! print:border-b print:border-line-strong"
                />
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
