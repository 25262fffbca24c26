import { ChevronLeft, ChevronRight, X, ZoomIn, ZoomOut } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { Dialog } from '../../ui/dialog.tsx';
import { Picture } from '../../ui/picture.tsx';

/**
 * The width of an enlarged picture. On a phone with two pixels per CSS pixel (412 CSS pixels wide) it is 1,320
 * pixels, which the largest pictures have; a larger size would only blur.
 */
const enlarged = '160vmin';

/** A picture over the whole window; a press enlarges it further where it was pressed, and it can be moved about. */
export function GalleryZoom({
  open,
  onClose,
  name,
  paths,
  shown,
  show,
}: {
  open: boolean;
  onClose: () => void;
  name: string;
  paths: string[];
  shown: number;
  show: (index: number) => void;
}) {
  const [close, setClose] = useState(false);
  const pane = useRef<HTMLDivElement>(null);
  const path = paths[shown] ?? null;

  /** Enlarges around the point pressed, given as fractions of the picture. */
  function toggle(x = 0.5, y = 0.5) {
    setClose(!close);
    requestAnimationFrame(() => {
      const element = pane.current;
      element?.scrollTo(
        element.scrollWidth * x - element.clientWidth / 2,
        element.scrollHeight * y - element.clientHeight / 2,
      );
    });
  }

  function turnTo(index: number) {
    setClose(false);
    show(index);
  }

  return (
    <Dialog open={open} onClose={onClose} title={`${name}, enlarged`} variant="wide" bare>
      <div ref={pane} className="flex h-dvh overflow-auto overscroll-contain bg-paper-deep">
        <button
          type="button"
          aria-label={close ? 'Make smaller' : 'Make larger'}
          onClick={(event) => {
            const box = event.currentTarget.getBoundingClientRect();
            toggle((event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height);
          }}
          className={`m-auto block shrink-0 ${close ? 'w-[160vmin] cursor-zoom-out' : 'flex h-full w-[min(100vw,100dvh)] cursor-zoom-in items-center'}`}
        >
          <Picture path={path} alt={name} sizes={close ? enlarged : '100vmin'} className="aspect-square" />
        </button>
      </div>
      <div className="fixed top-3 right-3 flex gap-2">
        <Tool label={close ? 'Zoom out' : 'Zoom in'} onClick={() => toggle()}>
          {close ? (
            <ZoomOut className="size-5" aria-hidden="true" />
          ) : (
            <ZoomIn className="size-5" aria-hidden="true" />
          )}
        </Tool>
        <Tool label="Close" onClick={onClose}>
          <X className="size-5" aria-hidden="true" />
        </Tool>
      </div>
      {paths.length > 1 && (
        <div className="fixed inset-x-0 bottom-4 flex items-center justify-center gap-3">
          <Tool label="Previous picture" disabled={shown === 0} onClick={() => turnTo(shown - 1)}>
            <ChevronLeft className="size-5" aria-hidden="true" />
          </Tool>
          <p className="figures rounded-full bg-card px-3 py-1 text-sm shadow-float">
            {shown + 1} / {paths.length}
          </p>
          <Tool label="Next picture" disabled={shown === paths.length - 1} onClick={() => turnTo(shown + 1)}>
            <ChevronRight className="size-5" aria-hidden="true" />
          </Tool>
        </div>
      )}
    </Dialog>
  );
}

function Tool(props: { label: string; disabled?: boolean; onClick: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      aria-label={props.label}
      disabled={props.disabled}
      onClick={props.onClick}
      className="grid size-12 place-items-center rounded-full bg-card shadow-float hover:bg-press hover:text-on-press disabled:opacity-40"
    >
      {props.children}
    </button>
  );
}
