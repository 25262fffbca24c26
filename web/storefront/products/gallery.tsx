import { ChevronLeft, ChevronRight, Maximize2 } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, type UIEvent, useRef, useState } from 'react';
import { Picture } from '../../ui/picture.tsx';
import { useChange } from '../../ui/use-change.ts';
import { GalleryZoom } from './gallery-zoom.tsx';

const large = '(min-width: 82rem) 42rem, (min-width: 48rem) 55vw, 100vw';

/**
 * The pictures of a product. They lie side by side in a strip that swipes and snaps; thumbnails, buttons and
 * arrow keys move it too; a press on a picture opens it large. `wanted` is brought into view when it changes.
 */
export function Gallery({ name, paths, wanted }: { name: string; paths: string[]; wanted: string | null }) {
  const strip = useRef<HTMLUListElement>(null);
  const [shown, setShown] = useState(0);
  const [zoomed, setZoomed] = useState(false);
  /** Where a smooth scroll is still going: the pictures on its way are not chosen. */
  const aim = useRef<number | null>(null);

  function show(index: number) {
    const element = strip.current;
    const within = Math.max(0, Math.min(index, paths.length - 1));
    aim.current = within;
    element?.scrollTo({ left: within * element.clientWidth, behavior: scrollBehaviour() });
    setShown(within);
  }

  useChange(wanted, () => {
    if (wanted) show(paths.indexOf(wanted));
  });

  function onScroll({ currentTarget }: UIEvent<HTMLElement>) {
    const at = Math.round(currentTarget.scrollLeft / currentTarget.clientWidth);
    if (aim.current !== null && aim.current !== at) return;
    aim.current = null;
    setShown(at);
  }

  function stopAiming() {
    aim.current = null;
  }

  function onKeyDown(event: KeyboardEvent) {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    show(shown + step);
  }

  if (paths.length === 0) return <Picture path={null} alt={name} sizes={large} className="rounded-lg" />;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a carousel is a group of pictures, not of form fields
    <div
      role="group"
      aria-roledescription="carousel"
      aria-label={`Pictures of ${name}`}
      onKeyDown={onKeyDown}
      className="flex min-w-0 flex-col gap-3 md:sticky below-header md:self-start"
    >
      <div className="group/gallery relative -mx-[clamp(1.125rem,4vw,3rem)] md:mx-0">
        <ul
          ref={strip}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable from the keyboard
          tabIndex={0}
          onScroll={onScroll}
          onPointerDown={stopAiming}
          onWheel={stopAiming}
          className="flex snap-x snap-mandatory overflow-x-auto overscroll-x-contain bg-paper-deep [scrollbar-width:none] md:rounded-lg"
        >
          {paths.map((path, index) => (
            <li key={path} className="w-full shrink-0 snap-center">
              <button
                type="button"
                tabIndex={-1}
                onClick={() => setZoomed(true)}
                aria-label={`Enlarge picture ${index + 1} of ${paths.length}`}
                className="block w-full cursor-zoom-in"
              >
                <Picture
                  path={path}
                  alt={index === 0 ? name : `${name}, picture ${index + 1}`}
                  sizes={large}
                  eager={index === 0}
                  className="aspect-square"
                />
              </button>
            </li>
          ))}
        </ul>
        <button
          type="button"
          onClick={() => setZoomed(true)}
          className="absolute right-4 bottom-4 inline-flex noscript:hidden print:hidden min-h-11 items-center gap-2 rounded-full bg-card/95 px-4 text-sm font-medium shadow-float hover:bg-press hover:text-on-press"
        >
          <Maximize2 className="size-4" aria-hidden="true" />
          Zoom
        </button>
        {paths.length > 1 && (
          <>
            <Arrow
              side="left"
              label="Previous picture"
              disabled={shown === 0}
              onClick={() => show(shown - 1)}
            >
              <ChevronLeft className="size-5" aria-hidden="true" />
            </Arrow>
            <Arrow
              side="right"
              label="Next picture"
              disabled={shown === paths.length - 1}
              onClick={() => show(shown + 1)}
            >
              <ChevronRight className="size-5" aria-hidden="true" />
            </Arrow>
            <p className="figures absolute bottom-5 left-4 rounded-full bg-card/95 px-3 py-1 text-sm lg:hidden noscript:hidden print:hidden">
              {shown + 1} / {paths.length}
            </p>
          </>
        )}
      </div>
      {paths.length > 1 && (
        <ul className="flex gap-2.5 overflow-x-auto p-1 noscript:hidden print:hidden">
          {paths.map((path, index) => (
            <li key={path} className="shrink-0">
              <button
                type="button"
                onClick={() => show(index)}
                aria-label={`Show picture ${index + 1}`}
                aria-current={index === shown || undefined}
                className="block size-16 overflow-hidden rounded-md opacity-75 hover:opacity-100 aria-current:opacity-100 aria-current:outline-2 aria-current:outline-offset-2 aria-current:outline-press aria-current:focus-visible:outline-4 sm:size-20"
              >
                <Picture path={path} alt="" sizes="(min-width: 40rem) 5rem, 4rem" className="aspect-square" />
              </button>
            </li>
          ))}
        </ul>
      )}
      <GalleryZoom
        open={zoomed}
        onClose={() => setZoomed(false)}
        name={name}
        paths={paths}
        shown={shown}
        show={show}
      />
    </div>
  );
}

function Arrow(props: {
  side: 'left' | 'right';
  label: string;
  disabled: boolean;
  onClick: () => void;
  children: ReactNode;
}) {
  return (
    <button
      type="button"
      aria-label={props.label}
      disabled={props.disabled}
      onClick={props.onClick}
      className={`absolute top-1/2 hidden size-11 -translate-y-1/2 place-items-center rounded-full bg-card/95 shadow-float transition-opacity hover:bg-press hover:text-on-press disabled:invisible lg:grid noscript:hidden print:hidden ${props.side === 'left' ? 'left-4' : 'right-4'}`}
    >
      {props.children}
    </button>
  );
}

function scrollBehaviour(): ScrollBehavior {
  return matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth';
}
