import { arrayMove } from '@dnd-kit/sortable';
import { ImagePlus, X } from 'lucide-react';
import { type DragEvent, useId, useRef, useState } from 'react';
import { Picture } from '../../../ui/picture.tsx';
import { toast } from '../../../ui/toast.tsx';
import { Sortable, SortableItem } from '../../parts/form/sortable-list.tsx';
import { ErrorText } from '../../parts/page/error-banner.tsx';
import { counted } from '../../parts/text.ts';
import type { Uploads } from './use-uploads.ts';

type Props = {
  pictures: string[];
  onChange: (change: (before: string[]) => string[]) => void;
  error: string | undefined;
  uploads: Uploads;
  /** Whether these are the pictures of a turn, which has no main one. */
  isTurn?: boolean;
};

const corner = 'absolute top-1 grid size-8 place-items-center rounded-sm bg-card/90 text-ink';

/** The pictures of a product, the main one first: chosen or dropped, uploaded with progress, and sorted. */
export function Pictures({ pictures, onChange, error, uploads, isTurn = false }: Props) {
  const [hovering, setHovering] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const hint = useId();
  const failed = uploads.running.filter((upload) => upload.failed !== undefined);
  const uploading = uploads.running.filter((upload) => upload.failed === undefined);

  function upload(files: FileList | null) {
    const { skipped } = uploads.add([...(files ?? [])], (path) => onChange((before) => [...before, path]));
    if (skipped > 0) toast(`${counted(skipped, 'picture')} ${skipped === 1 ? 'was' : 'were'} there already`);
    if (input.current) input.current.value = '';
  }
  const carriesFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files');

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button does the same for the keyboard
    <div
      // The browser would drag the image, which would end the sorting.
      onDragStart={(event) => event.preventDefault()}
      onDragOver={(event) => {
        if (!carriesFiles(event)) return;
        event.preventDefault();
        setHovering(true);
      }}
      onDragLeave={() => setHovering(false)}
      onDrop={(event) => {
        if (!carriesFiles(event)) return;
        event.preventDefault();
        setHovering(false);
        upload(event.dataTransfer.files);
      }}
      className={`rounded-md p-3 ring-1 ${hovering ? 'bg-press-tint ring-press' : 'ring-line'}`}
    >
      <Sortable ids={pictures} onMove={(from, to) => onChange((before) => arrayMove(before, from, to))}>
        <ul className="grid grid-cols-3 gap-3 sm:grid-cols-4 xl:grid-cols-5">
          {pictures.map((path, i) => {
            const alt = isTurn
              ? `Picture ${i + 1} of the turn`
              : i === 0
                ? 'Main picture'
                : `Picture ${i + 1}`;
            return (
              <SortableItem
                key={path}
                id={path}
                name={alt.toLowerCase()}
                whole
                className="relative cursor-grab overflow-hidden rounded-sm"
                handleClass={`${corner} left-1`}
              >
                {(handle) => (
                  <>
                    <Picture path={path} alt={alt} sizes="180px" />
                    {i === 0 && !isTurn && (
                      <span className="absolute bottom-1 left-1 rounded-sm bg-ink px-1.5 text-xs text-paper">
                        Main
                      </span>
                    )}
                    {handle}
                    <button
                      type="button"
                      aria-label={`Remove ${alt.toLowerCase()}`}
                      onClick={() => {
                        uploads.forget(path);
                        onChange((before) => before.filter((picture) => picture !== path));
                      }}
                      className={`${corner} right-1 hover:text-madder`}
                    >
                      <X className="size-4" />
                    </button>
                  </>
                )}
              </SortableItem>
            );
          })}
          {uploading.map(({ key, name, part }) => (
            <li
              key={key}
              className="grid aspect-square content-center gap-2 rounded-sm bg-paper-deep p-2 text-xs"
            >
              <span className="truncate">{name}</span>
              <progress value={part} max={1} aria-label={`Uploading ${name}`} className="w-full" />
            </li>
          ))}
          <li>
            <label className="grid aspect-square cursor-pointer place-items-center content-center gap-1 rounded-sm bg-paper-deep p-2 text-center text-xs text-ink-soft ring-1 ring-line-strong ring-inset focus-within:outline-2 focus-within:outline-press hover:text-ink">
              <ImagePlus className="size-5" />
              {isTurn ? 'Add 360° pictures' : 'Add pictures'}
              <input
                ref={input}
                type="file"
                accept="image/*"
                multiple
                aria-describedby={hint}
                onChange={(event) => upload(event.target.files)}
                className="sr-only"
              />
            </label>
          </li>
        </ul>
      </Sortable>
      {failed.length > 0 && (
        <ul className="mt-3 grid gap-1">
          {failed.map(({ key, name, failed: reason }) => (
            <li key={key} className="flex items-start justify-between gap-3">
              <p role="alert" className="min-w-0 py-1.5 font-medium wrap-break-word text-madder">
                {reason}
              </p>
              <button
                type="button"
                aria-label={`Dismiss ${name}`}
                onClick={() => uploads.dismiss(key)}
                className="min-h-9 shrink-0 px-1 text-ink-soft underline underline-offset-4"
              >
                Dismiss
              </button>
            </li>
          ))}
        </ul>
      )}
      <p id={hint} className="mt-3 text-xs text-ink-soft">
        Drop pictures here. JPEG, PNG, WebP, AVIF or GIF, up to 10 MB.{' '}
        {isTurn
          ? 'Take 12 to 36 from all sides, in the order of the turn.'
          : 'The first is the main picture; drag to reorder, or use the arrow keys on its handle.'}
      </p>
      <ErrorText className="mt-2">{error}</ErrorText>
    </div>
  );
}
