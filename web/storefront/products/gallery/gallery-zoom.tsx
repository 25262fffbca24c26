import { ChevronLeft, ChevronRight, X, ZoomIn, ZoomOut } from 'lucide-react';
import { useRef, useState } from 'react';
import { Dialog } from '../../../ui/dialog.tsx';
import { Picture } from '../../../ui/picture.tsx';
import { IconButton } from './icon-button.tsx';

/**
 * The width of an enlarged picture. On a phone with two pixels per CSS pixel (412 CSS pixels wide) it is 1,320
 * pixels, which the largest pictures have; a larger size would only blur.
 */
const zoomedSizes = '160vmin';

/** Shows pictures in a full-window dialog. A click zooms in at its position; a zoomed picture can be scrolled. */
export function GalleryZoom({
  open,
  onClose,
  name,
  paths,
  index,
  onIndexChange,
}: {
  open: boolean;
  onClose: () => void;
  name: string;
  paths: string[];
  index: number;
  onIndexChange: (index: number) => void;
}) {
  const [isZoomedIn, setIsZoomedIn] = useState(false);
  const pane = useRef<HTMLDivElement>(null);
  const path = paths[index] ?? null;

  /** Zooms in around a point, given as fractions of the picture, or zooms out. */
  function toggleZoom(x = 0.5, y = 0.5) {
    setIsZoomedIn(!isZoomedIn);
    requestAnimationFrame(() => {
      const element = pane.current;
      element?.scrollTo(
        element.scrollWidth * x - element.clientWidth / 2,
        element.scrollHeight * y - element.clientHeight / 2,
      );
    });
  }

  function goTo(next: number) {
    setIsZoomedIn(false);
    onIndexChange(next);
  }

  return (
    <Dialog open={open} onClose={onClose} title={`${name}, enlarged`} variant="wide" bare>
      <div ref={pane} className="flex h-dvh overflow-auto overscroll-contain bg-paper-deep">
        <button
          type="button"
          aria-label={isZoomedIn ? 'Make smaller' : 'Make larger'}
          onClick={(event) => {
            const box = event.currentTarget.getBoundingClientRect();
            toggleZoom((event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height);
          }}
          className={`m-auto block shrink-0 ${isZoomedIn ? 'w-[160vmin] cursor-zoom-out' : 'flex h-full w-[min(100vw,100dvh)] cursor-zoom-in items-center'}`}
        >
          <Picture
            path={path}
            alt={name}
            sizes={isZoomedIn ? zoomedSizes : '100vmin'}
            className="aspect-square"
          />
        </button>
      </div>
      <div className="fixed top-3 right-3 flex gap-2">
        <IconButton
          Icon={isZoomedIn ? ZoomOut : ZoomIn}
          label={isZoomedIn ? 'Zoom out' : 'Zoom in'}
          onClick={() => toggleZoom()}
        />
        <IconButton Icon={X} label="Close" onClick={onClose} />
      </div>
      {paths.length > 1 && (
        <div className="fixed inset-x-0 bottom-4 flex items-center justify-center gap-3">
          <IconButton
            Icon={ChevronLeft}
            label="Previous picture"
            disabled={index === 0}
            onClick={() => goTo(index - 1)}
          />
          <p className="figures rounded-full bg-card px-3 py-1 text-sm shadow-float">
            {index + 1} / {paths.length}
          </p>
          <IconButton
            Icon={ChevronRight}
            label="Next picture"
            disabled={index === paths.length - 1}
            onClick={() => goTo(index + 1)}
          />
        </div>
      )}
    </Dialog>
  );
}
