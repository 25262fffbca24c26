import { ChevronLeft, ChevronRight, Maximize2, Play } from 'lucide-react';
import { type KeyboardEvent, type UIEvent, useRef, useState } from 'react';
import { Picture } from '../../../ui/picture.tsx';
import { useChange } from '../../../ui/use-change.ts';
import { useLater } from '../../../ui/use-later.ts';
import { IconButton } from './icon-button.tsx';

const mainSizes = '(min-width: 82rem) 42rem, (min-width: 48rem) 55vw, 100vw';

/**
 * The pictures of a product in a strip that snaps, with thumbnails, buttons and arrow keys. A click on a picture opens
 * it in a dialog. `activePath` is scrolled into view when it changes.
 */
export function Gallery({
  name,
  paths,
  alts = {},
  activePath,
  video,
  turnImages,
}: {
  name: string;
  paths: string[];
  /** What pictures show, by their paths; the others show the product. */
  alts?: Record<string, string> | undefined;
  activePath: string | null;
  video: string | null;
  /** Pictures from all sides, in the order of a turn. */
  turnImages: string[];
}) {
  const strip = useRef<HTMLUListElement>(null);
  const [current, setCurrent] = useState(0);
  const zoom = useLater(() => import('./gallery-zoom.tsx').then((file) => file.GalleryZoom));
  const film = useLater(() => import('./video-dialog.tsx').then((file) => file.VideoDialog));
  const turn = useLater(() => import('./turn-dialog.tsx').then((file) => file.TurnDialog));
  /** The target of a running smooth scroll; the pictures that it passes are not selected. */
  const scrollTarget = useRef<number | null>(null);

  function show(index: number) {
    const element = strip.current;
    const within = Math.max(0, Math.min(index, paths.length - 1));
    scrollTarget.current = within;
    element?.scrollTo({ left: within * element.clientWidth, behavior: scrollBehaviour() });
    setCurrent(within);
  }

  useChange(activePath, () => {
    if (activePath) show(paths.indexOf(activePath));
  });

  function onScroll({ currentTarget }: UIEvent<HTMLElement>) {
    const index = Math.round(currentTarget.scrollLeft / currentTarget.clientWidth);
    if (scrollTarget.current !== null && scrollTarget.current !== index) return;
    scrollTarget.current = null;
    setCurrent(index);
  }

  function clearScrollTarget() {
    scrollTarget.current = null;
  }

  function onKeyDown(event: KeyboardEvent) {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    show(current + step);
  }

  if (paths.length === 0) return <Picture path={null} alt={name} sizes={mainSizes} className="rounded-lg" />;
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
          // A region that scrolls must be reachable from the keyboard.
          tabIndex={paths.length > 1 ? 0 : undefined}
          aria-label="Pictures: browse with the arrow keys"
          onScroll={onScroll}
          onPointerDown={clearScrollTarget}
          onWheel={clearScrollTarget}
          className="flex snap-x snap-mandatory overflow-x-auto overscroll-x-contain bg-paper-deep [scrollbar-width:none] md:rounded-lg"
        >
          {paths.map((path, index) => (
            <li key={path} className="w-full shrink-0 snap-center">
              <button
                type="button"
                tabIndex={-1}
                onClick={zoom.open}
                aria-label={`Enlarge picture ${index + 1} of ${paths.length}`}
                className="block w-full cursor-zoom-in"
              >
                <Picture
                  path={path}
                  alt={alts[path] || (index === 0 ? name : `${name}, picture ${index + 1}`)}
                  sizes={mainSizes}
                  eager={index === 0}
                  className="aspect-square"
                />
              </button>
            </li>
          ))}
        </ul>
        <div className="absolute right-4 bottom-4 flex gap-2 print:hidden">
          {video && (
            <a
              href={`/${video}`}
              data-repeat
              onClick={(event) => {
                event.preventDefault();
                film.open();
              }}
              className="gallery-button"
            >
              <Play className="size-4" />
              Video
            </a>
          )}
          {turnImages.length > 1 && (
            <button type="button" onClick={turn.open} className="gallery-button">
              360°
            </button>
          )}
          <button type="button" onClick={zoom.open} className="gallery-button">
            <Maximize2 className="size-4" />
            Zoom
          </button>
        </div>
        {paths.length > 1 && (
          <Arrows
            count={paths.length}
            current={current}
            onShow={show}
            countClass={video || turnImages.length > 1 ? 'top-4' : 'bottom-5'}
          />
        )}
      </div>
      {paths.length > 1 && <Thumbnails paths={paths} current={current} onShow={show} />}
      {video && film.Component && (
        <film.Component
          open={film.isOpen}
          onClose={film.close}
          name={name}
          path={video}
          poster={paths[0] ?? null}
        />
      )}
      {turn.Component && (
        <turn.Component open={turn.isOpen} onClose={turn.close} name={name} paths={turnImages} />
      )}
      {zoom.Component && (
        <zoom.Component
          open={zoom.isOpen}
          onClose={zoom.close}
          name={name}
          paths={paths}
          index={current}
          onIndexChange={show}
        />
      )}
    </div>
  );
}

/** The buttons to the picture before and the next one, and on phones the number of the picture. */
function Arrows(props: {
  count: number;
  current: number;
  onShow: (index: number) => void;
  countClass: string;
}) {
  const { count, current, onShow, countClass } = props;
  return (
    <>
      <IconButton
        Icon={ChevronLeft}
        label="Previous picture"
        disabled={current === 0}
        onClick={() => onShow(current - 1)}
        className={`left-4 ${arrowClass}`}
      />
      <IconButton
        Icon={ChevronRight}
        label="Next picture"
        disabled={current === count - 1}
        onClick={() => onShow(current + 1)}
        className={`right-4 ${arrowClass}`}
      />
      <p
        className={`figures absolute left-4 ${countClass} rounded-full bg-card/95 px-3 py-1 text-sm lg:hidden noscript:hidden print:hidden`}
      >
        {current + 1} / {count}
      </p>
    </>
  );
}

function Thumbnails(props: { paths: string[]; current: number; onShow: (index: number) => void }) {
  const { paths, current, onShow } = props;
  return (
    <ul className="flex gap-2.5 overflow-x-auto p-1 noscript:hidden print:hidden">
      {paths.map((path, index) => (
        <li key={path} className="shrink-0">
          <button
            type="button"
            onClick={() => onShow(index)}
            aria-label={`Show picture ${index + 1}`}
            aria-current={index === current || undefined}
            className="thumbnail"
          >
            <Picture path={path} alt="" sizes="(min-width: 40rem) 5rem, 4rem" className="aspect-square" />
          </button>
        </li>
      ))}
    </ul>
  );
}

const arrowClass =
  'absolute top-1/2 hidden size-11 -translate-y-1/2 transition-opacity disabled:invisible lg:grid noscript:hidden print:hidden';

function scrollBehaviour(): ScrollBehavior {
  return matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth';
}
