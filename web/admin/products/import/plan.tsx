import { ArrowRight, Download } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ImportChange, ImportPlan } from '../../../../shared/contract/catalogue/catalogue-jobs.ts';
import { importReport } from '../../../../shared/import-report.ts';
import { orderDate } from '../../../../shared/orders/order-date.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { saveFile } from '../../../ui/save-file.ts';
import { Check } from '../../parts/form/fields.tsx';
import { counted, formatCount } from '../../parts/text.ts';
import {
  CurrencyQuestion,
  GstQuestion,
  NewProductsChoice,
  Question,
  Radio,
  type Settings,
  type SettingsProps,
} from './settings.tsx';

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

type Planned = ImportPlan['products'][number];
const badges = {
  new: <Badge tone="success">New</Badge>,
  change: <Badge tone="accent">Change</Badge>,
  same: <Badge>Unchanged</Badge>,
  ask: <Badge tone="danger">To answer</Badge>,
  bad: <Badge tone="danger">Not imported</Badge>,
};

/** The counts above the table are of all rows. */
const maxRows = 500;

/** The effect on each product, after the rows that can't be imported. */
function PlanTable({ plan, ...settings }: { plan: ImportPlan } & SettingsProps) {
  const { bad } = plan;
  const products = plan.products.toSorted((a, b) => Number(b.what === 'ask') - Number(a.what === 'ask'));
  return (
    <>
      <ul className="divide-y divide-line rounded-md ring-1 ring-line">
        {bad.slice(0, maxRows).map(({ line, name, message }) => (
          <Line key={`bad ${line} ${message}`} line={line} name={name} badge={badges.bad}>
            <p className="text-madder">{message}</p>
          </Line>
        ))}
        {products.slice(0, maxRows).map((product) => (
          <Line key={product.line} line={product.line} name={product.name} badge={badges[product.what]}>
            <Details product={product} isQuestion={isQuestion(product, settings)} />
            <ProductQuestion product={product} {...settings} />
            <UnnamedCombinations product={product} {...settings} />
          </Line>
        ))}
      </ul>
      {products.length > maxRows && (
        <p className="mt-2 text-ink-soft">{`… and ${formatCount(products.length - maxRows)} more`}</p>
      )}
    </>
  );
}

/** Whether it waits for the answer which product it is; the question below says so. */
const isQuestion = ({ what, line, question }: Planned, { settings }: SettingsProps) =>
  what === 'ask' && question.length > 0 && !settings.answers[line];

function Details({ product, isQuestion }: { product: Planned; isQuestion: boolean }) {
  const { summary, changes, toFetch, notes, missing } = product;
  return (
    <>
      {summary && !isQuestion && <p className="figures">{summary}</p>}
      {changes.length > 0 && (
        <ul aria-label="Changes">
          {changes.map((change) => (
            <Change key={`${change.field} ${change.variant} ${change.to}`} change={change} />
          ))}
        </ul>
      )}
      {toFetch > 0 && <p>{counted(toFetch, 'picture')} to fetch</p>}
      {notes.map(({ line, message }) => (
        <p key={`${line} ${message}`} className="text-turmeric-ink">
          {line === product.line ? message : `Line ${line}: ${message}`}
        </p>
      ))}
      {missing.length > 0 && <p className="text-ink-soft">{`Missing: ${missing.join(', ')}`}</p>}
    </>
  );
}

function Change({ change: { field, variant, from, to } }: { change: ImportChange }) {
  return (
    <li className="figures wrap-anywhere">
      <span className="font-medium">{variant ? `${field} (${variant})` : field}:</span>{' '}
      <span className="text-ink-soft">{from || 'empty'}</span>{' '}
      <ArrowRight
        className="inline size-3.5 align-[-0.125em] text-ink-soft"
        role="img"
        aria-label="becomes"
      />{' '}
      <span>{to || 'empty'}</span>
    </li>
  );
}

function Line(props: { line: number; name: string; badge: ReactNode; children: ReactNode }) {
  return (
    <li className="grid gap-x-3 gap-y-1 px-3 py-2.5 sm:grid-cols-2">
      <div className="flex flex-wrap items-start gap-x-3 gap-y-1">
        <span className="figures w-16 pt-0.5 text-xs text-ink-soft">line {props.line}</span>
        {props.badge}
        <span className="min-w-40 flex-1 font-medium wrap-anywhere">{props.name || 'No name'}</span>
      </div>
      <div className="grid content-start gap-1 wrap-anywhere">{props.children}</div>
    </li>
  );
}

type Props = { product: Planned } & SettingsProps;

/** Says that rows wait for an answer, and answers those at once that may be one product only. */
function OpenQuestions({ plan, settings, onChange }: { plan: ImportPlan } & SettingsProps) {
  const open = plan.products.filter(({ what }) => what === 'ask');
  if (open.length === 0) return null;
  const likely = open.flatMap(({ line, question: [only, ...others] }) =>
    only && others.length === 0 && !settings.answers[line] ? [[String(line), only._id] as const] : [],
  );
  const answerAll = () =>
    onChange({ ...settings, answers: { ...settings.answers, ...Object.fromEntries(likely) } });
  return (
    <Question name="Rows to answer" title={`${counted(open.length, 'row')} to answer`}>
      <p className="mb-2 text-ink-soft">
        It is not certain which product they are, or combinations would be lost. They are left out until you
        answer below.
      </p>
      {likely.length > 1 && (
        <Button variant="secondary" onClick={answerAll}>
          {`Yes, all ${formatCount(likely.length)} are the same products`}
        </Button>
      )}
    </Question>
  );
}

function ProductQuestion({ product, settings, onChange }: Props) {
  const { line, name, question } = product;
  if (question.length === 0) return null;
  const answer = (given: string) =>
    onChange({ ...settings, answers: { ...settings.answers, [line]: given } });
  const given = settings.answers[line];
  return (
    <Question name={`Is ${name} on line ${line} the same product?`} title="Is this the same product?">
      {question.map(({ _id, name: existing, slug, sku }) => (
        <Radio
          key={_id}
          name={`same-${line}`}
          label={`Yes, it is “${existing}”`}
          hint={`/products/${slug}, SKU ${sku}`}
          checked={given === _id}
          onChange={() => answer(_id)}
        />
      ))}
      <Radio
        name={`same-${line}`}
        label="No, it is a new product"
        checked={given === 'new'}
        onChange={() => answer('new')}
      />
    </Question>
  );
}

/** The combinations that the file does not name, each of which can be removed. */
function UnnamedCombinations({ product, settings, onChange }: Props) {
  const { line, name, unnamed } = product;
  if (unnamed.length === 0) return null;
  const { remove } = settings;
  const change = (id: string, isRemoved: boolean) =>
    onChange({
      ...settings,
      remove: isRemoved ? [...remove, id] : remove.filter((removed) => removed !== id),
    });
  return (
    <Question
      name={`Combinations of ${name} on line ${line} that the file does not name`}
      title="The file does not name these combinations. They stay unless you remove them."
    >
      {unnamed.map(({ _id, name: values, stock }) => (
        <Check
          key={_id}
          tall
          className="py-1 lg:min-h-9"
          checked={remove.includes(_id)}
          onChange={(event) => change(_id, event.target.checked)}
        >
          {`Remove ${values}, stock ${formatCount(stock)}`}
        </Check>
      ))}
    </Question>
  );
}
