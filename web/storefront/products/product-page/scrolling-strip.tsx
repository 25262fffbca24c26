import { Pause, Play } from 'lucide-react';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { TextLink } from '../../../ui/button.tsx';

/**
 * 'You May Also Like' around its products. The strip stops while it is hovered or has the focus, after it was touched
 * or paused, and with reduced motion; it can then be scrolled manually, in both directions.
 */
export function ScrollingStrip({ scrolls, children }: { scrolls: boolean; children?: ReactNode }) {
  const [paused, setPaused] = useState(false);
  const strip = useRef<HTMLDivElement>(null);
  /** How far the animation had moved the products to the left, in pixels. */
  const moved = useRef(0);

  function pause() {
    const track = strip.current?.firstElementChild;
    if (track && !paused) moved.current = -new DOMMatrix(getComputedStyle(track).transform).e;
    setPaused(true);
  }

  // What an animation has moved out to the left can't be scrolled to, so the strip is scrolled instead.
  useLayoutEffect(() => {
    const element = strip.current;
    const track = element?.firstElementChild;
    if (!element || !track) return;
    if (paused) element.scrollLeft += moved.current;
    else if (element.scrollLeft > 0) continueFrom(element, track);
  }, [paused]);
  const Icon = paused ? Play : Pause;
  return (
    <section aria-labelledby="related" className="section-space print:hidden">
      <div className="mb-6 flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
        <h2 id="related" className="text-2xl">
          You May Also Like
        </h2>
        <div className="flex items-center gap-4">
          {scrolls && (
            <button
              type="button"
              aria-pressed={paused}
              aria-label="Pause the scrolling"
              onClick={() => (paused ? setPaused(false) : pause())}
              className="grid size-11 place-items-center rounded-full text-ink-soft ring-1 ring-line-strong ring-inset hover:text-ink motion-reduce:hidden noscript:hidden"
            >
              <Icon className="size-4" />
            </button>
          )}
          <TextLink href="/products">View All Products</TextLink>
        </div>
      </div>
      <div
        ref={strip}
        // A touch stops the strip permanently, because it would otherwise keep moving under the finger.
        onTouchStart={pause}
        data-repeat-touch
        className="strip -mx-[clamp(1.125rem,4vw,3rem)] overflow-x-auto px-[clamp(1.125rem,4vw,3rem)] pb-3 [scrollbar-width:thin]"
      >
        <div className={`flex w-max ${scrolls && !paused ? 'marquee' : ''}`}>{children}</div>
      </div>
    </section>
  );
}

/** Continues the animation where the strip was scrolled to. Both halves of the track are the same. */
function continueFrom(strip: Element, track: Element) {
  const round = track.clientWidth / 2;
  for (const animation of track.getAnimations()) {
    const duration = Number(animation.effect?.getComputedTiming().duration);
    animation.currentTime = ((strip.scrollLeft % round) / round) * duration;
  }
  strip.scrollLeft = 0;
}
