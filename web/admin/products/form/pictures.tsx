import { arrayMove } from '@dnd-kit/sortable';
import { ImagePlus, Video, X } from 'lucide-react';
import { type DragEvent, useId, useRef, useState } from 'react';
import type { VideoReply } from '../../../../shared/contract/catalogue/catalogue-admin.ts';
import { Picture } from '../../../ui/picture.tsx';
import { toast } from '../../../ui/toast.tsx';
import { Sortable, SortableItem } from '../../parts/form/sortable-list.tsx';
import { sendAdminForm, uploadPicture } from '../../parts/form/upload.ts';
import { IconButton } from '../../parts/icon-button.tsx';
import { ErrorText } from '../../parts/page/error-banner.tsx';
import { counted } from '../../parts/text.ts';
import { withSignIn } from '../../session.ts';

type Uploads = ReturnType<typeof useUploads>;

type Props = {
  pictures: string[];
  onChange: (change: (before: string[]) => string[]) => void;
  error: string | undefined;
  uploads: Uploads;
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

const failed = 'The video could not be uploaded. Please try again.';

/** The video of a product, which is uploaded as soon as it is chosen. */
export function VideoField(props: {
  /** Empty without a video. */
  path: string;
  error: string | undefined;
  onBusy: (busy: boolean) => void;
  onChange: (path: string) => void;
}) {
  const { path, error, onBusy, onChange } = props;
  const [part, setPart] = useState<number | null>(null);
  const [problem, setProblem] = useState('');

  async function take(input: HTMLInputElement) {
    const file = input.files?.[0];
    if (!file) return;
    setProblem('');
    setPart(0);
    onBusy(true);
    try {
      const form = new FormData();
      form.append('file', file, file.name);
      const { path: stored } = await withSignIn(() =>
        sendAdminForm<VideoReply>('/upload/video', form, failed, setPart),
      );
      onChange(stored);
    } catch (reason) {
      setProblem(`${file.name}: ${reason instanceof Error ? reason.message : failed}`);
    }
    // The same file can be chosen again after a failure.
    input.value = '';
    setPart(null);
    onBusy(false);
  }

  return (
    <div>
      {path && (
        // biome-ignore lint/a11y/useMediaCaption: the shop has no captions of its videos
        <video
          src={`/${path}`}
          controls
          preload="metadata"
          aria-label="Video"
          className="mb-3 max-h-64 rounded-sm bg-paper-deep"
        />
      )}
      <div className="flex items-center gap-3">
        {part !== null && <progress value={part} max={1} aria-label="Uploading the video" />}
        <label
          className={`inline-flex min-h-11 cursor-pointer items-center gap-2 rounded-md px-3 text-press ring-1 ring-line-strong ring-inset focus-within:outline-2 focus-within:outline-press ${part === null ? '' : 'hidden'}`}
        >
          <Video className="size-4" />
          {path ? 'Change the video' : 'Choose a video'}
          <input
            type="file"
            accept="video/mp4,video/webm"
            className="sr-only"
            onChange={(event) => take(event.currentTarget)}
          />
        </label>
        {path && part === null && (
          <IconButton
            icon={X}
            label="Remove the video"
            onClick={() => onChange('')}
            className="hover:text-madder"
          />
        )}
      </div>
      <p className="mt-2 text-xs text-ink-soft">
        MP4 or WebM, up to 50 MB. It starts when a shopper opens it.
      </p>
      <ErrorText className="mt-1.5">{problem || error}</ErrorText>
    </div>
  );
}

type Upload = { key: string; name: string; part: number; failed?: string };

/** The uploads of a product's pictures. A file with the same name and size is uploaded once (spec §5 Product form). */
export function useUploads() {
  const [running, setRunning] = useState<Upload[]>([]);
  /** The stored path of each file; empty while it is uploaded. */
  const paths = useRef(new Map<string, string>());
  const queue = useRef(Promise.resolve());

  const change = (key: string, more: Partial<Upload>) =>
    setRunning((before) => before.map((upload) => (upload.key === key ? { ...upload, ...more } : upload)));
  const dismiss = (key: string) => {
    paths.current.delete(key);
    setRunning((before) => before.filter((upload) => upload.key !== key));
  };

  function add(files: File[], onStored: (path: string) => void): { skipped: number } {
    let skipped = 0;
    for (const file of files) {
      const key = `${file.name} ${file.size}`;
      if (paths.current.has(key)) {
        skipped++;
        continue;
      }
      paths.current.set(key, '');
      setRunning((before) => [...before, { key, name: file.name, part: 0 }]);
      // One after another, so that they keep the order in which they were chosen.
      queue.current = queue.current.then(async () => {
        try {
          const path = await uploadPicture(file, 'product', (part) => change(key, { part }));
          paths.current.set(key, path);
          setRunning((before) => before.filter((upload) => upload.key !== key));
          onStored(path);
        } catch (error) {
          change(key, { failed: error instanceof Error ? error.message : '' });
        }
      });
    }
    return { skipped };
  }

  return {
    running,
    busy: running.some(({ failed }) => failed === undefined),
    add,
    dismiss,
    forget(path: string) {
      for (const [key, stored] of paths.current) if (stored === path) paths.current.delete(key);
    },
  };
}
