import { Download } from 'lucide-react';
import type { ImportPlan } from '../../../../shared/contract/catalogue/catalogue-jobs.ts';
import { importReport } from '../../../../shared/import-report.ts';
import { orderDate } from '../../../../shared/orders/order-date.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { saveFile } from '../../../ui/save-file.ts';
import { counted, formatCount } from '../../parts/text.ts';
import { PlanTable } from './plan-table.tsx';
import { OpenQuestions } from './questions.tsx';
import { CurrencyQuestion, GstQuestion, NewProductsChoice, type Settings } from './settings.tsx';

const formats = { haat: 'Haat', shopify: 'Shopify', woocommerce: 'WooCommerce' };

function buttonText(products: number, pictures: number): string {
  return products === 0 && pictures > 0
    ? `Fetch ${counted(pictures, 'picture')}`
    : `Import ${counted(products, 'product')}`;
}

/** The effects of an import before it is started, with the settings and the button that starts it. */
export function Plan(props: {
  plan: ImportPlan;
  settings: Settings;
  onSettings: (settings: Settings) => void;
  busy: boolean;
  /** Whether a ZIP is being uploaded. */
  uploading: boolean;
  onStart: () => void;
}) {
  const { plan, settings, onSettings, busy, uploading, onStart } = props;
  const { format, products, bad, pictures, importedAt } = plan;
  const countOf = (what: (typeof products)[number]['what']) =>
    products.filter((product) => product.what === what).length;
  const open = countOf('ask');
  const total = products.length - countOf('same') - open;
  const needsCurrency = format !== 'haat' && settings.rupeesPerUnit === null;
  const changesStock = products.some(({ changes }) => changes.some(({ field }) => field === 'Stock'));
  return (
    <section aria-label="What this file would do" className="mt-6">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <p role="status" className="figures">
          {`${formats[format]} file: ${countOf('new')} new, ${countOf('change')} to change, ${countOf('same')} unchanged, ${open > 0 ? `${open} to answer, ` : ''}${bad.length} can’t be imported.`}
        </p>
        <Button
          onClick={onStart}
          busy={busy}
          disabled={total + pictures.toFetch === 0 || needsCurrency || uploading}
          aria-describedby={needsCurrency ? 'currency-needed' : undefined}
        >
          {buttonText(total, pictures.toFetch)}
        </Button>
      </div>
      {needsCurrency && (
        <p id="currency-needed" className="mb-3 text-turmeric-ink">
          Choose the currency of the prices before you import.
        </p>
      )}
      <div className="mb-3 grid gap-3 md:grid-cols-2">
        {format !== 'haat' && <CurrencyQuestion settings={settings} onChange={onSettings} />}
        {format !== 'haat' && <GstQuestion settings={settings} onChange={onSettings} />}
        {countOf('new') > 0 && <NewProductsChoice settings={settings} onChange={onSettings} />}
        <OpenQuestions plan={plan} settings={settings} onChange={onSettings} />
        <PlanReport plan={plan} />
      </div>
      {importedAt && changesStock && (
        <Notice className="mb-3 max-w-3xl">
          {`This file was already imported on ${orderDate(importedAt)}. Importing it again applies its stock changes again.`}
        </Notice>
      )}
      <PictureMatches pictures={pictures} />
      <PlanTable plan={plan} settings={settings} onChange={onSettings} />
    </section>
  );
}

/** How the file was read, what is not imported, and what its products will lack, with a downloadable list. */
function PlanReport({ plan: { encoding, separator, unread, products, bad } }: { plan: ImportPlan }) {
  const incomplete = products.filter(({ missing }) => missing.length > 0);
  const missing = Map.groupBy(
    incomplete.flatMap((product) => product.missing),
    (field) => field,
  );
  const missingCounts = [...missing]
    .map(([field, { length }]) => `${field} ${formatCount(length)}`)
    .join(', ');
  const notes = products.flatMap((product) => product.notes.map((note) => ({ name: product.name, ...note })));
  const download = () => {
    const report = importReport({ failures: bad, notes, missing: incomplete });
    saveFile(new Blob([report], { type: 'text/csv' }), 'import-check.csv');
  };
  return (
    <section aria-label="Before you import" className="rounded-md bg-card p-4 ring-1 ring-line md:col-span-2">
      <p className="text-ink-soft">{`Encoding: ${encoding}. Column separator: ${separator}.`}</p>
      {unread.length > 0 && (
        <details>
          <summary className="min-h-8 content-center text-ink-soft">
            {`${counted(unread.length, 'column')} ${unread.length === 1 ? 'is' : 'are'} not imported`}
          </summary>
          <p className="max-h-32 overflow-auto text-ink-soft wrap-anywhere">{unread.join(', ')}</p>
        </details>
      )}
      {incomplete.length > 0 && (
        <p className="figures mt-1">
          {`Incomplete: ${formatCount(incomplete.length)} of ${formatCount(products.length)} products. Missing: ${missingCounts}.`}
        </p>
      )}
      {incomplete.length + bad.length + notes.length > 0 && (
        <Button icon={Download} variant="secondary" onClick={download} className="mt-3">
          Download the list as CSV
        </Button>
      )}
    </section>
  );
}

/** Which pictures of the file are in the ZIP; nothing if the file names none and there is no ZIP. */
function PictureMatches({ pictures }: { pictures: ImportPlan['pictures'] }) {
  const { found, toFetch, missing, missingCount, unused, unusedCount } = pictures;
  if (found + toFetch + missingCount + unusedCount === 0) return null;
  return (
    <section aria-label="Pictures" className="mb-3 rounded-md bg-card p-3 ring-1 ring-line">
      <p role="status" className="figures font-medium">
        {found + missingCount + unusedCount > 0 &&
          `Pictures: ${formatCount(found)} found in the ZIP, ${formatCount(missingCount)} missing, ${formatCount(unusedCount)} not named by any product.`}
        {toFetch > 0 && ` ${counted(toFetch, 'picture')} to fetch from the addresses in the file.`}
      </p>
      {missingCount > 0 && (
        <details className="mt-1" open>
          <summary className="min-h-8 content-center text-madder">
            {formatCount(missingCount)} missing
          </summary>
          <ul className="max-h-48 overflow-auto">
            {missing.map(({ line, name, picture }) => (
              <li key={`${line} ${picture}`} className="py-0.5 wrap-break-word">
                <span className="figures text-xs text-ink-soft">line {line}</span>{' '}
                <span className="font-medium">{picture}</span>
                <span className="text-ink-soft"> for {name}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
      {unusedCount > 0 && (
        <details className="mt-1">
          <summary className="min-h-8 content-center text-ink-soft">
            {formatCount(unusedCount)} not named by any product
          </summary>
          <p className="max-h-48 overflow-auto wrap-break-word">{unused.join(', ')}</p>
        </details>
      )}
    </section>
  );
}
