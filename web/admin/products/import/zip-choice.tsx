import { FileArchive, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { ImportArchive } from '../../../../shared/contract/catalogue/catalogue-jobs.ts';
import { toast } from '../../../ui/toast.tsx';
import { sendAdminForm } from '../../parts/form/upload.ts';
import { IconButton } from '../../parts/icon-button.tsx';
import { showFailure } from '../../parts/show-failure.ts';
import { counted } from '../../parts/text.ts';

const maxBytes = 1024 ** 3;
const failed = 'The ZIP could not be uploaded. Please try again.';

/** Uploads a ZIP; a new one replaces it. */
type Zip = ReturnType<typeof useZip>;

export function useZip() {
  const [archive, setArchive] = useState<ImportArchive | null>(null);
  const [sending, setSending] = useState<{ name: string; part: number } | null>(null);
  const controller = useRef<AbortController | null>(null);
  useEffect(() => () => controller.current?.abort(), []);

  async function upload(file: File) {
    if (file.size > maxBytes) return toast('A ZIP can be at most 1 GB.', 'error');
    controller.current?.abort();
    const own = new AbortController();
    controller.current = own;
    setSending({ name: file.name, part: 0 });
    const form = new FormData();
    form.append('file', file);
    const onProgress = (part: number) => setSending({ name: file.name, part });
    try {
      const path = '/products/import/pictures';
      setArchive(await sendAdminForm<ImportArchive>(path, form, failed, onProgress, own.signal));
    } catch (error) {
      if (!own.signal.aborted) showFailure(error, failed);
    }
    if (controller.current === own) setSending(null);
  }

  function remove() {
    controller.current?.abort();
    setSending(null);
    setArchive(null);
  }
  return { archive, sending, upload, remove };
}

/** The progress of a ZIP's upload, then its contents. */
export function ZipState({ archive, sending, remove }: Omit<Zip, 'upload'>) {
  if (!archive && !sending) return null;
  return (
    <div className="mt-4 max-w-2xl rounded-md bg-card p-3 ring-1 ring-line">
      <div className="flex items-center gap-2">
        <FileArchive className="size-4 shrink-0 text-ink-soft" />
        <p role="status" className="figures min-w-0 flex-1 wrap-break-word">
          {sending
            ? `Uploading ${sending.name}`
            : `${archive?.fileName}: ${counted(archive?.pictures ?? 0, 'picture')}`}
          {sending && <span aria-hidden="true">{` · ${Math.floor(sending.part * 100)}%`}</span>}
        </p>
        <IconButton
          icon={X}
          label={sending ? 'Stop the upload' : 'Remove the ZIP'}
          onClick={remove}
          className="-m-2"
        />
      </div>
      {sending && (
        <progress value={sending.part} max={1} aria-label="Uploading the ZIP" className="mt-2 h-2 w-full" />
      )}
      {!sending && archive && archive.leftOut > 0 && (
        <details className="mt-1">
          <summary className="min-h-8 content-center text-ink-soft">
            {counted(archive.leftOut, 'other file')} in it can’t be used
          </summary>
          <p className="mb-1 text-xs text-ink-soft">
            Pictures are JPEG, PNG, WebP, AVIF or GIF, up to 10 MB, and each file name counts once.
          </p>
          <ul className="max-h-40 overflow-auto text-xs wrap-break-word">
            {archive.left.map((name) => (
              <li key={name}>{name}</li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}
