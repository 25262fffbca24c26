import { GripVertical, ImagePlus, X } from 'lucide-react';
import { type DragEvent, useId, useRef, useState } from 'react';
import { Picture } from '../../../ui/picture.tsx';
import { toast } from '../../../ui/toast.tsx';
import { moved, useSortable } from '../../parts/sortable.ts';
import type { useUploads } from './use-uploads.ts';

type Props = {
  pictures: string[];
  onChange: (change: (now: string[]) => string[]) => void;
  error?: string | undefined;
};

/**
 * The pictures of a product, the main one first: several at once by choosing or dropping, with progress; put in
 * order by dragging or by the arrow keys.
 */
export function Pictures({
  pictures,
  onChange,
  error,
  uploads,
}: Props & { uploads: ReturnType<typeof useUploads> }) {
  const sortable = useSortable(pictures.length, (from, to) => onChange((now) => moved(now, from, to)));
  const [hovering, setHovering] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const hint = useId();
  const failed = uploads.running.filter((upload) => upload.failed !== undefined);
  const underWay = uploads.running.filter((upload) => upload.failed === undefined);

  function take(files: FileList | null) {
    const { skipped } = uploads.add([...(files ?? [])], (path) => onChange((now) => [...now, path]));
    if (skipped > 0) toast(`${skipped === 1 ? '1 picture was' : `${skipped} pictures were`} there already`);
    if (input.current) input.current.value = '';
  }
  const carriesFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files');

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is for the mouse; the button does the same
    <div
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
        take(event.dataTransfer.files);
      }}
      className={`rounded-md p-3 ring-1 ${hovering ? 'bg-press-tint ring-press' : 'ring-line'}`}
    >
      <ul className="grid grid-cols-3 gap-3 sm:grid-cols-4 xl:grid-cols-5">
        {pictures.map((path, i) => (
          <li
            key={path}
            {...sortable.item(i)}
            className={`relative cursor-grab overflow-hidden rounded-sm ${sortable.isTarget(i) ? 'outline-2 outline-press' : ''} ${sortable.isDragged(i) ? 'opacity-40' : ''}`}
          >
            <Picture path={path} alt={i === 0 ? 'Main picture' : `Picture ${i + 1}`} sizes="180px" />
            {i === 0 && (
              <span className="absolute bottom-1 left-1 rounded-sm bg-ink px-1.5 text-xs text-paper">
                Main
              </span>
            )}
            <button
              {...sortable.handle(i, i === 0 ? 'main picture' : `picture ${i + 1}`)}
              className="absolute top-1 left-1 grid size-8 place-items-center rounded-sm bg-card/90 text-ink"
            >
              <GripVertical className="size-4" aria-hidden="true" />
            </button>
            <button
              type="button"
              aria-label={`Remove ${i === 0 ? 'main picture' : `picture ${i + 1}`}`}
              onClick={() => {
                uploads.forget(path);
                onChange((now) => now.filter((each) => each !== path));
              }}
              className="absolute top-1 right-1 grid size-8 place-items-center rounded-sm bg-card/90 text-ink hover:text-madder"
            >
              <X className="size-4" aria-hidden="true" />
            </button>
          </li>
        ))}
        {underWay.map(({ key, name, part }) => (
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
            <ImagePlus className="size-5" aria-hidden="true" />
            Add pictures
            <input
              ref={input}
              type="file"
              accept="image/*"
              multiple
              aria-describedby={hint}
              onChange={(event) => take(event.target.files)}
              className="sr-only"
            />
          </label>
        </li>
      </ul>
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
        Drop pictures here. JPEG, PNG, WebP, AVIF or GIF, up to 10 MB. The first is the main picture; drag to
        reorder, or use the arrow keys on its handle.
      </p>
      {error && (
        <p role="alert" className="mt-2 font-medium text-madder">
          {error}
        </p>
      )}
    </div>
  );
}
