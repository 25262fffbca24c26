import { type ReactNode, useState } from 'react';
import { withSignIn } from '../../session.ts';
import { useAction } from '../data.ts';
import { formatCount } from '../text.ts';

/** A button that opens the file dialog; allows choosing the same file again. `multiple`: several at once. */
export function FileChoice(props: {
  accept?: string;
  multiple?: boolean;
  onChoose: (file: File) => void;
  children: ReactNode;
}) {
  const { accept = '.csv,text/csv', multiple = false, onChoose, children } = props;
  return (
    <label className="inline-flex min-h-11 cursor-pointer items-center gap-2 rounded-full bg-card px-5 font-medium ring-1 ring-line-strong ring-inset focus-within:outline-2 focus-within:outline-press hover:ring-ink">
      {children}
      <input
        type="file"
        accept={accept}
        multiple={multiple}
        className="sr-only"
        onChange={({ target }) => {
          for (const file of target.files ?? []) onChoose(file);
          target.value = '';
        }}
      />
    </label>
  );
}

/**
 * A file that the server checks when it is chosen, and saves when the admin has seen the result. `send` posts it; if
 * that fails, a toast shows the server's reason, or `failed`.
 */
export function useCheckedFile<Result>(
  send: (body: FormData, saves: boolean) => Promise<Result>,
  failed: string,
) {
  const [file, setFile] = useState<File | null>(null);
  const [result, setResult] = useState<Result | null>(null);
  const { busy, run } = useAction(async ({ chosen, saves }: { chosen: File; saves: boolean }) => {
    const body = new FormData();
    body.append('file', chosen);
    setFile(chosen);
    if (!saves) setResult(null);
    setResult(await withSignIn(() => send(body, saves)));
  }, failed);
  return {
    file,
    result,
    busy,
    check: (chosen: File) => void run({ chosen, saves: false }),
    save: () => file && void run({ chosen: file, saves: true }),
  };
}

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
