import { Pause, Play } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { TextLink } from '../../ui/button.tsx';

/**
 * 'You May Also Like' around its products. The strip stops while it is hovered or has the focus, after it was touched
 * or paused, and with reduced motion; it can then be scrolled manually.
 */
export function ScrollingStrip({ scrolls, children }: { scrolls: boolean; children?: ReactNode }) {
  const [paused, setPaused] = useState(false);
  const Icon = paused ? Play : Pause;
  return (
    <section aria-labelledby="related" className="mt-16 lg:mt-24 print:hidden">
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
              onClick={() => setPaused(!paused)}
              className="grid size-11 place-items-center rounded-full text-ink-soft ring-1 ring-line-strong ring-inset hover:text-ink motion-reduce:hidden noscript:hidden"
            >
              <Icon className="size-4" />
            </button>
          )}
          <TextLink href="/products">View All Products</TextLink>
        </div>
      </div>
      <div
        // A touch stops the strip permanently, because it would otherwise keep moving under the finger.
        onTouchStart={() => setPaused(true)}
        data-repeat-touch
        className="strip -mx-[clamp(1.125rem,4vw,3rem)] overflow-x-auto px-[clamp(1.125rem,4vw,3rem)] pb-3 [scrollbar-width:thin]"
      >
        <div
          className={`flex w-max ${scrolls ? 'marquee' : ''} ${paused ? '[animation-play-state:paused]' : ''}`}
        >
          {children}
        </div>
      </div>
    </section>
  );
}
