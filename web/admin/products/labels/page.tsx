import { Printer } from 'lucide-react';
import { useCallback, useState } from 'react';
import {
  type LabelSheet,
  labelRequest,
  labelSheets,
  maxLabels,
} from '../../../../shared/contract/catalogue/labels.ts';
import { call } from '../../../api.ts';
import { Button } from '../../../ui/button.tsx';
import { openDocument } from '../../orders/documents.ts';
import { useAction } from '../../parts/data.ts';
import { errorsIn } from '../../parts/form/use-form.ts';
import { Options } from '../../parts/list/filters.tsx';
import { ErrorBanner } from '../../parts/page/error-banner.tsx';
import { BackLink, PageHead, SkeletonRows } from '../../parts/page/page-head.tsx';
import { counted, formatCount } from '../../parts/text.ts';
import { ListFilters, NoProducts, useListAddress } from '../list-filters.tsx';
import { useVariants, type VariantRow } from '../variants/use-variants.ts';
import { VariantInputs } from '../variants/variant-inputs.tsx';

const sheetLabels: Record<LabelSheet, string> = {
  'a4-24': 'A4 with 24 labels of 64 × 34 mm',
  'a4-65': 'A4 with 65 labels of 38 × 21 mm',
  'thermal-50x25': 'Thermal roll, 50 × 25 mm',
};

/** Barcode labels: variants are chosen by filters, with a number of labels for each. */
export default function Labels() {
  const address = useListAddress(100);
  const { matching, query } = address;
  const { rows, isBusy, failed: failure, retry, total } = useVariants({ ...matching, sort: query.sort });
  const [copies, setCopies] = useState<Record<string, string>>({});
  const [sheet, setSheet] = useState<string>(labelSheets[0]);
  const [used, setUsed] = useState('');
  const [wrong, setWrong] = useState('');
  const enter = useCallback(
    (variant: string, text: string) => setCopies((before) => ({ ...before, [variant]: text })),
    [],
  );
  const lines = rows.flatMap(({ variant: { _id } }) => {
    const text = copies[_id]?.trim() ?? '';
    return text && text !== '0' ? [{ variant: _id, copies: Number(text) }] : [];
  });
  const labels = lines.reduce((sum, line) => sum + (line.copies || 0), 0);

  const print = useAction(async () => {
    const body = { sheet, used: Number(used.trim() || 0), lines };
    const [problem] = Object.values(errorsIn(labelRequest, body));
    setWrong(problem ?? '');
    if (!problem)
      await openDocument(() => call('POST /products/labels', { body: labelRequest.parse(body) }), 'labels');
  }, 'Could not print the labels. Please try again.');
  const setAll = (copiesOf: (row: VariantRow) => number) =>
    setCopies(Object.fromEntries(rows.map((row) => [row.variant._id, String(copiesOf(row) || '')])));

  return (
    <>
      <BackLink to="/admin/products">Products</BackLink>
      <PageHead title="Barcode labels" subtitle="With name, barcode or SKU, and price including taxes" />
      <ListFilters address={address} />
      <div className="mb-3 flex flex-wrap items-center gap-2">
        <select
          aria-label="Sheet"
          value={sheet}
          onChange={(event) => setSheet(event.target.value)}
          className="office-input min-w-0"
        >
          <Options labels={sheetLabels} />
        </select>
        {sheet.startsWith('a4') && (
          <input
            aria-label="Labels of the first sheet that are used up"
            placeholder="Used up on the first sheet"
            inputMode="numeric"
            value={used}
            onChange={(event) => setUsed(event.target.value)}
            className="office-input w-52"
          />
        )}
        <Button variant="secondary" disabled={rows.length === 0} onClick={() => setAll(() => 1)}>
          One each
        </Button>
        <Button
          variant="secondary"
          disabled={rows.length === 0}
          onClick={() => setAll(({ variant }) => variant.countInStock)}
        >
          As many as in stock
        </Button>
        <Button variant="ghost" disabled={lines.length === 0} onClick={() => setCopies({})}>
          Clear
        </Button>
      </div>
      <ErrorBanner message={failure} onRetry={retry} />
      <ErrorBanner message={wrong} />
      {isBusy && rows.length === 0 && <SkeletonRows />}
      {!isBusy && rows.length === 0 && !failure && <NoProducts address={address} />}
      {rows.length > 0 && (
        <VariantInputs
          label="Labels"
          rows={rows}
          textOf={(variant) => copies[variant] ?? ''}
          onEnter={enter}
        />
      )}
      {total > rows.length && (
        <p className="mt-2 text-ink-soft">
          The first {formatCount(rows.length)} are shown. Use the filters to see others.
        </p>
      )}
      {rows.length > 0 && (
        <div className="sticky bottom-14 mt-4 flex flex-wrap items-center gap-3 bg-paper py-3 lg:bottom-0">
          <p className="figures mr-auto text-ink-soft">
            {counted(labels, 'label')}
            {labels > maxLabels && `, of which ${formatCount(maxLabels)} can be printed at once`}
          </p>
          <Button
            icon={Printer}
            disabled={lines.length === 0}
            busy={print.busy}
            onClick={() => void print.run()}
          >
            Print labels
          </Button>
        </div>
      )}
    </>
  );
}
