import type { ReactNode } from 'react';
import { orderDate } from '../../../shared/orders/order-date.ts';
import { CloseButton } from '../../ui/dialog.tsx';
import { formatCount } from './text.ts';

/** The progress of a job, then its result. The job continues when this page is left. */
export function JobPanel(props: {
  label: string;
  job: { done: number; total: number; finished: boolean; finishedAt: string | null };
  /** Whether the job does not exist any more. */
  missing: boolean;
  /** What the job does, shown before its progress. */
  subject: string;
  changes: string;
  result: string;
  action?: ReactNode;
  /** Closes the result; without it the panel stays. */
  onClose?: () => void;
  children: ReactNode;
}) {
  const { label, job, missing, subject, changes, result, action, onClose, children } = props;
  const { done, total, finished, finishedAt } = job;
  const progress = missing
    ? `this job no longer exists, so its progress is unknown. Please check the ${changes}.`
    : `${formatCount(done)} of ${formatCount(total)}`;
  const isOver = finished || missing;
  return (
    <section aria-label={label} className="mb-5 rounded-md bg-card p-4 ring-1 ring-line-strong">
      <div className="flex items-center justify-between gap-3">
        <p role="status" className="figures font-semibold wrap-anywhere">
          {finished ? result : `${subject}: ${progress}`}
        </p>
        {isOver && (
          <div className="flex shrink-0 items-center gap-2">
            {action}
            {onClose && <CloseButton onClick={onClose} label="Close the result" />}
          </div>
        )}
      </div>
      {finishedAt && <p className="text-xs text-ink-soft">{orderDate(finishedAt)}</p>}
      {!isOver && <progress value={done} max={total} aria-label="Progress" className="mt-2 h-2 w-full" />}
      {children}
    </section>
  );
}

/** Rows of a job under a summary, such as those that failed; nothing if there are none. */
export function JobRows(props: {
  summary: string;
  rows: { line?: number; name: string; message: string }[];
  open: boolean;
}) {
  const { summary, rows, open } = props;
  if (rows.length === 0) return null;
  return (
    <details className="mt-2" open={open}>
      <summary className="min-h-8 content-center font-medium">{summary}</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
      <ul tabIndex={0} className="max-h-64 overflow-auto">
        {rows.map(({ line = 0, name, message }, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows are only added
          <li key={i} className="py-1 wrap-anywhere">
            {line > 0 && <span className="figures text-xs text-ink-soft">line {line} </span>}
            <span className="font-medium">{name}</span> — {message}
          </li>
        ))}
      </ul>
    </details>
  );
}
