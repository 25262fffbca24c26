import { X } from 'lucide-react';
import { assetUrl, pictureAddress } from '../../../ui/asset-url.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { IconButton } from './icon-button.tsx';

/** The video of a product in a full-window dialog. It plays from the click that opened it and stops when it is closed. */
export function VideoDialog({
  open,
  onClose,
  name,
  path,
  poster,
}: {
  open: boolean;
  onClose: () => void;
  name: string;
  path: string;
  poster: string | null;
}) {
  return (
    <Dialog open={open} onClose={onClose} title={`Video of ${name}`} variant="wide" bare>
      <div className="grid h-dvh place-items-center bg-night">
        {open && (
          // biome-ignore lint/a11y/useMediaCaption: the shop has no captions of its videos
          <video
            src={assetUrl(`/${path}`)}
            poster={poster ? pictureAddress(poster, 960, 'webp') : undefined}
            controls
            autoPlay
            playsInline
            preload="metadata"
            aria-label={`Video of ${name}`}
            className="max-h-dvh max-w-full"
          />
        )}
      </div>
      <div className="fixed top-3 right-3">
        <IconButton Icon={X} label="Close" onClick={onClose} />
      </div>
    </Dialog>
  );
}
