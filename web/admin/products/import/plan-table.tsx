import { ArrowRight } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ImportChange, ImportPlan } from '../../../../shared/contract/catalogue/catalogue-jobs.ts';
import { Badge } from '../../../ui/badge.tsx';
import { counted, formatCount } from '../../parts/text.ts';
import { ProductQuestion, UnnamedCombinations } from './questions.tsx';
import type { SettingsProps } from './settings.tsx';

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
export function PlanTable({ plan, ...settings }: { plan: ImportPlan } & SettingsProps) {
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
