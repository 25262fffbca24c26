import type { ReactNode } from 'react';
import type { ImportPlan } from '../../../../shared/contract/catalogue-jobs.ts';
import { Badge } from '../../../ui/badge.tsx';

const words = { new: 'New', change: 'Change', same: 'As it is' } as const;
const tones = { new: 'success', change: 'accent', same: 'plain' } as const;

/** More rows than anyone reads; the counts above tell of all. */
const most = 500;

/** What would become of each row, the bad ones first. */
export function PlanTable({ plan }: { plan: ImportPlan }) {
  const { products, bad } = plan;
  const shown = products.slice(0, most);
  return (
    <>
      <ul className="divide-y divide-line rounded-md ring-1 ring-line">
        {bad.slice(0, most).map(({ line, name, message }) => (
          <Line key={`bad ${line}`} line={line} name={name} badge={<Badge tone="danger">Not imported</Badge>}>
            <span className="text-madder">{message}</span>
          </Line>
        ))}
        {shown.map(({ line, name, what, changes, notes }) => (
          <Line key={line} line={line} name={name} badge={<Badge tone={tones[what]}>{words[what]}</Badge>}>
            {[changes.join(', '), what === 'new' ? notes.join(', ') : ''].filter(Boolean).join(' · ')}
          </Line>
        ))}
      </ul>
      {products.length > most && (
        <p className="mt-2 text-ink-soft">{`… and ${(products.length - most).toLocaleString('en-IN')} more`}</p>
      )}
    </>
  );
}

function Line(props: { line: number; name: string; badge: ReactNode; children: ReactNode }) {
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2">
      <span className="figures w-16 text-xs text-ink-soft">line {props.line}</span>
      {props.badge}
      <span className="min-w-40 flex-1 font-medium wrap-break-word">{props.name || 'Without a name'}</span>
      <span className="text-ink-soft sm:w-1/2">{props.children}</span>
    </li>
  );
}
