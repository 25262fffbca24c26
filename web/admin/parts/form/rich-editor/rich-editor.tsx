import { lazy, Suspense, useId, useState } from 'react';
import type { RichText } from '../../../../../shared/text/rich-text.ts';
import { Button } from '../../../../ui/button.tsx';
import { readStoredText } from './stored-text.ts';

/** The editor is large, so only the forms that have one load it. */
const Surface = lazy(() => import('./surface.tsx'));

type Props = {
  label: string;
  value: string;
  error?: string | undefined;
  /** Receives the editor's JSON, or '' if there is no text. */
  onChange: (value: string) => void;
};

/** A labelled field for rich text (spec §2.16, spec §9). */
export function RichEditor({ label, value, error, onChange }: Props) {
  const id = useId();
  /** The text that the editor starts with. The editor reads it once, so another one needs another `key`. */
  const [start, setStart] = useState(() => ({ key: 0, text: read(value) }));
  /** The value that the editor shows. A different one was set by the form. */
  const [shown, setShown] = useState(value);
  if (value !== shown) {
    setShown(value);
    setStart({ key: start.key + 1, text: read(value) });
  }
  function change(next: string) {
    setShown(next);
    onChange(next);
  }
  return (
    <div>
      <p id={id} className="mb-1.5 text-sm font-medium">
        {label}
      </p>
      {start.text ? (
        <Suspense fallback={<div className="skeleton min-h-52 rounded-md" />}>
          <Surface
            key={start.key}
            start={start.text}
            labelId={id}
            errorId={error && `${id}-error`}
            onChange={change}
          />
        </Suspense>
      ) : (
        <div className="flex flex-wrap items-center justify-between gap-3 rounded-md bg-madder-tint px-4 py-3 text-madder">
          <p>Invalid content</p>
          <Button variant="secondary" onClick={() => onChange('')}>
            Start over
          </Button>
        </div>
      )}
      {error && (
        <p id={`${id}-error`} role="alert" className="mt-1.5 text-sm font-medium text-madder">
          {error}
        </p>
      )}
    </div>
  );
}

function read(value: string): RichText | null {
  const text = readStoredText(value);
  if (!text) console.error('Failed to parse editor state');
  return text;
}
