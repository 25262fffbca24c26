import { ImagePlus, X } from 'lucide-react';
import { type ChangeEvent, useId, useRef, useState } from 'react';
import { maxReviewPictures } from '../../../shared/products/review-rules.ts';
import { fitForUpload } from '../../send-form.ts';
import { Picture } from '../../ui/picture.tsx';

type Upload = { key: number; name: string; part: number; failed?: string };

/** The photographs of a review, each uploaded with its progress as soon as it is chosen. */
export function PhotoField({
  paths,
  onChange,
  upload,
  error,
}: {
  paths: string[];
  onChange: (change: (paths: string[]) => string[]) => void;
  /** Stores a picture and returns its path. */
  upload: (picture: Blob, name: string, onProgress: (part: number) => void) => Promise<string>;
  error: string | undefined;
}) {
  const id = useId();
  const nextKey = useRef(0);
  const queue = useRef(Promise.resolve());
  const [running, setRunning] = useState<Upload[]>([]);
  const left = maxReviewPictures - paths.length - running.filter(({ failed }) => !failed).length;

  const change = (key: number, more: Partial<Upload>) =>
    setRunning((now) => now.map((item) => (item.key === key ? { ...item, ...more } : item)));
  const dismiss = (key: number) => setRunning((now) => now.filter((item) => item.key !== key));

  function add({ currentTarget }: ChangeEvent<HTMLInputElement>) {
    const files = [...(currentTarget.files ?? [])].slice(0, left);
    currentTarget.value = '';
    for (const file of files) {
      const key = nextKey.current++;
      setRunning((now) => [...now, { key, name: file.name, part: 0 }]);
      queue.current = queue.current.then(async () => {
        try {
          const picture = await fitForUpload(file);
          const path = await upload(picture, file.name, (part) => change(key, { part }));
          onChange((now) => [...now, path]);
          dismiss(key);
        } catch (failure) {
          change(key, { failed: failure instanceof Error ? failure.message : 'Not uploaded' });
        }
      });
    }
  }

  return (
    <div>
      <p id={`${id}-label`} className="text-sm font-medium">
        Photographs <span className="font-normal text-ink-soft">(Optional, at most {maxReviewPictures})</span>
      </p>
      <ul aria-labelledby={`${id}-label`} className="mt-2 flex flex-wrap gap-3">
        {paths.map((path, index) => (
          <li key={path} className="relative size-24">
            <Picture
              path={path}
              alt={`Photograph ${index + 1}`}
              sizes="96px"
              widths={[160, 320]}
              className="rounded-md"
            />
            <button
              type="button"
              aria-label={`Remove photograph ${index + 1}`}
              onClick={() => onChange((now) => now.filter((text) => text !== path))}
              className="absolute -top-2 -right-2 grid size-8 place-items-center rounded-full bg-ink text-paper"
            >
              <X className="size-4" />
            </button>
          </li>
        ))}
        {left > 0 && (
          <li>
            <label className="grid size-24 cursor-pointer place-items-center rounded-md text-press ring-1 ring-line-strong ring-inset hover:ring-ink has-focus-visible:outline-2 has-focus-visible:outline-press">
              <span className="sr-only">Add photographs</span>
              <ImagePlus className="size-6" />
              <input type="file" accept="image/*" multiple onChange={add} className="sr-only" />
            </label>
          </li>
        )}
      </ul>
      <ul aria-live="polite" className="mt-2 grid gap-2 empty:hidden">
        {running.map(({ key, name, part, failed }) => (
          <li key={key} className="text-sm">
            {failed ? (
              <p className="flex items-center gap-2 text-madder">
                <span className="min-w-0 wrap-anywhere">
                  {name}: {failed}
                </span>
                <button
                  type="button"
                  aria-label={`Dismiss ${name}`}
                  onClick={() => dismiss(key)}
                  className="grid size-8 shrink-0 place-items-center"
                >
                  <X className="size-4" />
                </button>
              </p>
            ) : (
              <label className="flex items-center gap-3">
                <span className="min-w-0 flex-1 truncate">{name}</span>
                <progress value={part} max={1} className="w-24 accent-press" />
              </label>
            )}
          </li>
        ))}
      </ul>
      {error && (
        <p role="alert" className="mt-1 text-sm font-medium text-madder">
          {error}
        </p>
      )}
    </div>
  );
}
