import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { Spinner } from '../../../ui/spinner.tsx';

export type Device = 'phone' | 'desk';
const widths = { phone: 390, desk: 1280 };

const marks = `
[data-section] > * { cursor: pointer; }
[data-section]:hover > * { outline: 2px dashed #2b3a8c; outline-offset: -2px; }
[data-section][data-chosen] > * { outline: 3px solid #2b3a8c; outline-offset: -3px; }
[data-section][data-chosen] > *, [data-section]:hover > * { box-shadow: 0 0 0 1px #fff inset; }
`;

/**
 * A page of the shop with the drafts, in the width of a phone or of a desk. It is loaded again for each `revision`, and
 * stays where it was scrolled to. Links in it lead nowhere; a click chooses the section under the pointer.
 */
export function Preview(props: {
  title: string;
  address: string;
  revision: number;
  device: Device;
  chosen?: string | null;
  onChoose?: (section: string) => void;
  onKeyDown?: (event: KeyboardEvent) => void;
  /** The sections that the page shows, when it was loaded. */
  onShown?: (sections: string[]) => void;
}) {
  const { title, address, revision, device, chosen = null, onShown } = props;
  const [shown, setShown] = useState(revision);
  const [isLoaded, setIsLoaded] = useState(false);
  const { box, size } = useSize();
  const frames = useRef(new Map<number, HTMLIFrameElement>());
  const revisions = shown === revision ? [shown] : [shown, revision];
  const onChoose = useEffectEvent((section: string) => props.onChoose?.(section));
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => props.onKeyDown?.(event));

  useEffect(() => mark(frames.current.get(shown), chosen, true), [chosen, shown]);

  function onLoad(loaded: number) {
    const frame = frames.current.get(loaded);
    const view = frame?.contentDocument?.defaultView;
    if (!frame || !view) return;
    const before = frames.current.get(shown)?.contentDocument?.defaultView;
    prepare(view, onChoose, onKeyDown);
    if (before && before !== view) view.scrollTo({ top: before.scrollY, behavior: 'instant' });
    mark(frame, chosen, loaded === shown);
    setShown(loaded);
    setIsLoaded(true);
    onShown?.(sectionsIn(view.document));
  }

  const width = widths[device];
  const scale = device === 'phone' ? Math.min(1, size.width / width) : size.width / width;
  return (
    <div ref={box} className="relative size-full overflow-hidden bg-paper-deep">
      {size.width > 0 &&
        revisions.map((key) => (
          <iframe
            key={key}
            ref={(frame) => {
              if (frame) frames.current.set(key, frame);
              else frames.current.delete(key);
            }}
            title={key === revision ? title : `${title} before the last change`}
            src={`${address}#r${key}`}
            aria-hidden={key !== shown || undefined}
            tabIndex={key === shown ? undefined : -1}
            onLoad={() => onLoad(key)}
            style={{
              width,
              height: size.height / scale,
              transform: `scale(${scale})`,
              left: Math.max(0, (size.width - width * scale) / 2),
            }}
            className={`absolute top-0 origin-top-left bg-card ${key === shown ? '' : 'pointer-events-none opacity-0'} ${
              device === 'phone' ? 'border-x border-line' : ''
            }`}
          />
        ))}
      {!isLoaded && (
        <div className="absolute inset-0 grid place-items-center text-ink-soft">
          <Spinner large label="Loading the page…" />
        </div>
      )}
      {isLoaded && shown !== revision && (
        <span className="absolute top-3 right-3 rounded-full bg-card p-1.5 text-press shadow-float">
          <Spinner />
        </span>
      )}
    </div>
  );
}

/** The size of an element, as it changes. */
function useSize() {
  const box = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const measure = () => setSize({ width: element.clientWidth, height: element.clientHeight });
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    measure();
    return () => observer.disconnect();
  }, []);
  return { box, size };
}

/** Makes a loaded page a picture of itself: nothing in it leads away, and a click chooses a section. */
function prepare(
  view: Window & typeof globalThis,
  onChoose: (section: string) => void,
  onKeyDown: (event: KeyboardEvent) => void,
) {
  const sheet = new view.CSSStyleSheet();
  sheet.replaceSync(marks);
  view.document.adoptedStyleSheets = [...view.document.adoptedStyleSheets, sheet];
  const stop = (event: Event) => {
    event.preventDefault();
    event.stopPropagation();
  };
  for (const type of ['submit', 'auxclick', 'dblclick']) view.addEventListener(type, stop, true);
  view.addEventListener(
    'click',
    (event) => {
      stop(event);
      const { target } = event;
      const section = target instanceof view.Element && target.closest('[data-section]');
      const id = section ? section.getAttribute('data-section') : null;
      if (id) onChoose(id);
    },
    true,
  );
  view.addEventListener('keydown', onKeyDown);
}

/** Outlines the chosen section, and scrolls to it unless it is in view. */
function mark(frame: HTMLIFrameElement | undefined, chosen: string | null, scrolls: boolean) {
  const page = frame?.contentDocument;
  if (!page) return;
  for (const section of page.querySelectorAll('[data-section]'))
    section.toggleAttribute('data-chosen', section.getAttribute('data-section') === chosen);
  const part = page.querySelector('[data-chosen]')?.firstElementChild;
  const view = page.defaultView;
  if (!part || !view || !scrolls) return;
  const { top, bottom } = part.getBoundingClientRect();
  const height = view.innerHeight;
  if (bottom >= height / 2 && top <= height - 120 && (top >= 0 || bottom >= height)) return;
  // Not scrollIntoView, which also scrolls the page around the frame.
  view.scrollBy({ top: bottom - top > height ? top - 80 : (top + bottom - height) / 2 });
}

const sectionsIn = (page: Document): string[] =>
  [...page.querySelectorAll('[data-section]')].flatMap((section) =>
    [...section.children].some((part) => part.getBoundingClientRect().height > 0)
      ? (section.getAttribute('data-section') ?? [])
      : [],
  );
