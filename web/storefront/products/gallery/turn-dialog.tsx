import { Rotate3d, X } from 'lucide-react';
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import { pictureAddress } from '../../../ui/asset-url.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { IconButton } from './icon-button.tsx';

/**
 * A product from all sides in a full-window dialog: it is turned by dragging, once for the width of the dialog, and with
 * the arrow keys, and never moves by itself. The pictures are loaded when the dialog is first opened.
 */
export function TurnDialog({
  open,
  onClose,
  name,
  paths,
}: {
  open: boolean;
  onClose: () => void;
  name: string;
  paths: string[];
}) {
  const [index, setIndex] = useState(0);
  const [loaded, setLoaded] = useState(0);
  const drag = useRef<{ x: number; index: number } | null>(null);
  const count = paths.length;
  const isLoading = loaded < count;

  useEffect(() => {
    let isCurrent = true;
    setLoaded(0);
    const pictures = paths.map((path) => {
      const picture = new Image();
      // A picture that fails is shown as the browser shows it; the others are still useful.
      picture.onload = picture.onerror = () => isCurrent && setLoaded((before) => before + 1);
      picture.src = addressOf(path);
      return picture;
    });
    return () => {
      isCurrent = false;
      for (const picture of pictures) picture.onload = picture.onerror = null;
    };
  }, [paths]);

  const turnTo = (next: number) => setIndex(((Math.round(next) % count) + count) % count);

  function onKeyDown(event: KeyboardEvent) {
    const step = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 }[event.key];
    const place = { Home: 0, End: count - 1 }[event.key];
    if (step === undefined && place === undefined) return;
    event.preventDefault();
    turnTo(place ?? index + (step ?? 0));
  }

  function onPointerMove({ clientX, currentTarget }: PointerEvent) {
    if (!drag.current) return;
    const part = (clientX - drag.current.x) / currentTarget.clientWidth;
    turnTo(drag.current.index + part * count);
  }

  return (
    <Dialog open={open} onClose={onClose} title={`${name} from all sides`} variant="wide" bare>
      <div
        role="slider"
        tabIndex={0}
        aria-label={`Turn ${name}`}
        aria-valuemin={1}
        aria-valuemax={count}
        aria-valuenow={index + 1}
        aria-valuetext={`Picture ${index + 1} of ${count}`}
        onKeyDown={onKeyDown}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          drag.current = { x: event.clientX, index };
        }}
        onPointerMove={onPointerMove}
        onPointerUp={() => {
          drag.current = null;
        }}
        onPointerCancel={() => {
          drag.current = null;
        }}
        className="grid h-dvh cursor-grab touch-pan-y place-items-center bg-paper-deep select-none -outline-offset-4 active:cursor-grabbing"
      >
        <img
          src={addressOf(paths[index] ?? '')}
          alt=""
          draggable={false}
          className="aspect-square w-[min(100vw,100dvh)] object-contain"
        />
      </div>
      <div className="fixed top-3 right-3">
        <IconButton Icon={X} label="Close" onClick={onClose} />
      </div>
      <p
        role="status"
        className="pointer-events-none fixed bottom-5 left-1/2 flex -translate-x-1/2 items-center gap-2 rounded-full bg-card px-4 py-2 text-sm whitespace-nowrap shadow-float"
      >
        <Rotate3d className="size-4.5" />
        {isLoading ? `Loading ${loaded} of ${count}` : 'Drag to turn'}
      </p>
    </Dialog>
  );
}

/** One size for all screens, so that all pictures of a turn are equally sharp. */
const addressOf = (path: string) => pictureAddress(path, 960, 'webp');
