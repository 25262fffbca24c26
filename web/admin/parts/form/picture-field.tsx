import { ImagePlus, X } from 'lucide-react';
import { useState } from 'react';
import { Picture } from '../../../ui/picture.tsx';
import { IconButton } from '../icon-button.tsx';
import { ErrorText } from '../page/error-banner.tsx';
import { uploadPicture } from './upload.ts';

/** One picture that may be chosen, seen, replaced and taken away. It is uploaded as soon as it is chosen. */
export function PictureField(props: {
  label: string;
  kind: 'product' | 'category' | 'brand' | 'site' | 'logo';
  path: string | null;
  /** What the picture shows; names the buttons too where a page has several. */
  alt: string;
  error?: string | undefined;
  onChange: (path: string | null) => void;
  onBusy?: (busy: boolean) => void;
}) {
  const { label, kind, path, alt, error, onChange, onBusy } = props;
  const [part, setPart] = useState<number | null>(null);
  const [failed, setFailed] = useState('');
  async function take(input: HTMLInputElement) {
    const file = input.files?.[0];
    if (!file) return;
    setFailed('');
    setPart(0);
    onBusy?.(true);
    try {
      onChange(await uploadPicture(file, kind, setPart));
    } catch (problem) {
      setFailed(problem instanceof Error ? problem.message : '');
    }
    // The same file can be chosen again after a failure.
    input.value = '';
    setPart(null);
    onBusy?.(false);
  }
  const problem = failed || error;
  return (
    <div>
      <p className="mb-1.5 font-medium">
        {label} <span className="font-normal text-ink-soft">(Optional)</span>
      </p>
      <div className="flex items-center gap-3">
        {path && (
          <span className="w-20 shrink-0 overflow-hidden rounded-sm">
            <Picture path={path} alt={alt} sizes="80px" />
          </span>
        )}
        {part !== null && <progress value={part} max={1} aria-label="Uploading" />}
        <label
          className={`inline-flex min-h-11 cursor-pointer items-center gap-2 rounded-md px-3 text-press ring-1 ring-line-strong ring-inset focus-within:outline-2 focus-within:outline-press ${part === null ? '' : 'hidden'}`}
        >
          <ImagePlus className="size-4" />
          {path ? 'Change' : 'Choose a picture'}
          <span className="sr-only">: {alt}</span>
          <input
            type="file"
            accept="image/*"
            aria-invalid={problem ? true : undefined}
            className="sr-only"
            onChange={(event) => take(event.currentTarget)}
          />
        </label>
        {path && part === null && (
          <IconButton
            icon={X}
            label={`Remove the picture: ${alt}`}
            onClick={() => onChange(null)}
            className="hover:text-madder"
          />
        )}
      </div>
      <ErrorText className="mt-1.5">{problem}</ErrorText>
    </div>
  );
}
