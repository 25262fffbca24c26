import { lazy, Suspense, useId, useState } from 'react';
import type { RichText } from '../../../../shared/rich-text.ts';
import { Button } from '../../../ui/button.tsx';
import { readStoredText } from './stored-text.ts';

/** The editor proper is heavy, and only the forms that have one load it. */
const Surface = lazy(() => import('./surface.tsx'));

type Props = {
  label: string;
  /** Rich text as it is kept: the editor's JSON, or HTML. Read once: another text needs another `key`. */
  value: string;
  error?: string | undefined;
  /** Gets the editor's JSON, or '' where no words are left. */
  onChange: (value: string) => void;
};

/** A labelled field for rich text (spec §2.16, spec §9). */
export function RichEditor({ label, value, error, onChange }: Props) {
  const id = useId();
  const [start, setStart] = useState(() => read(value));
  return (
    <div>
      <p id={id} className="mb-1.5 text-sm font-medium">
        {label}
      </p>
      {start ? (
        <Suspense fallback={<div className="skeleton min-h-52 rounded-md" />}>
          <Surface start={start} labelId={id} errorId={error && `${id}-error`} onChange={onChange} />
        </Suspense>
      ) : (
        <div className="flex flex-wrap items-center justify-between gap-3 rounded-md bg-madder-tint px-4 py-3 text-madder">
          <p>Invalid content</p>
          <Button
            variant="secondary"
            onClick={() => {
              setStart([]);
              onChange('');
            }}
          >
            Start afresh
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
