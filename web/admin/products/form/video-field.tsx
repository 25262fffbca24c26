import { Video, X } from 'lucide-react';
import { useState } from 'react';
import type { VideoReply } from '../../../../shared/contract/catalogue/catalogue-admin.ts';
import { sendAdminForm } from '../../parts/form/upload.ts';
import { IconButton } from '../../parts/icon-button.tsx';
import { ErrorText } from '../../parts/page/error-banner.tsx';
import { withSignIn } from '../../session.ts';

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
