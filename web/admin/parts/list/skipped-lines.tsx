import { formatCount } from '../text.ts';

/** The lines of a file that are not imported, with their reasons; `count` if there are more than these. */
export function SkippedLines(props: {
  lines: { line: number; reason: string }[];
  count: number;
  title?: string;
}) {
  const { lines, count, title = 'Skipped lines' } = props;
  if (lines.length === 0) return null;
  return (
    <details open={lines.length <= 10}>
      <summary className="min-h-11 cursor-pointer content-center font-medium">{title}</summary>
      <ul className="divide-y divide-line rounded-md ring-1 ring-line">
        {lines.map(({ line, reason }) => (
          <li key={`${line} ${reason}`} className="flex gap-4 px-3 py-2">
            <span className="figures w-20 shrink-0 text-ink-soft">Line {line}</span>
            <span className="min-w-0 wrap-anywhere">{reason}</span>
          </li>
        ))}
      </ul>
      {count > lines.length && (
        <p className="mt-2 text-ink-soft">… and {formatCount(count - lines.length)} more</p>
      )}
    </details>
  );
}
