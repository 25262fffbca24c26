import { Pause, Play } from 'lucide-react';
import { useState } from 'react';
import { TextLink } from '../../ui/button.tsx';
import type { CardProduct } from './card-data.ts';
import { ProductCard } from './product-card.tsx';

const minToScroll = 4;

/**
 * 'You May Also Like': a strip that scrolls automatically. It stops while it is hovered or has the focus, after it was
 * touched or paused, and with reduced motion; it can then be scrolled manually. A second copy makes the animation
 * continuous. It can be clicked, but is hidden from the keyboard and from screen readers.
 */
export function RelatedProducts({ products }: { products: CardProduct[] }) {
  const [paused, setPaused] = useState(false);
  if (products.length === 0) return null;
  const scrolls = products.length >= minToScroll;
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
          <TextLink to="/products">View All Products</TextLink>
        </div>
      </div>
      <div
        // A touch stops the strip permanently, because it would otherwise keep moving under the finger.
        onTouchStart={() => setPaused(true)}
        className="strip -mx-[clamp(1.125rem,4vw,3rem)] overflow-x-auto px-[clamp(1.125rem,4vw,3rem)] pb-3 [scrollbar-width:thin]"
      >
        <div
          className={`flex w-max ${scrolls ? 'marquee' : ''} ${paused ? '[animation-play-state:paused]' : ''}`}
        >
          <Strip products={products} />
          {scrolls && <Strip products={products} copy />}
        </div>
      </div>
    </section>
  );
}

function Strip({ products, copy = false }: { products: CardProduct[]; copy?: boolean }) {
  return (
    <ul className={`flex gap-5 pr-5 ${copy ? 'motion-reduce:hidden' : ''}`} aria-hidden={copy || undefined}>
      {products.map((product) => (
        <li key={product._id} className="w-44 sm:w-60">
          <ProductCard
            product={product}
            sizes="(min-width: 40rem) 15rem, 11rem"
            tabIndex={copy ? -1 : undefined}
          />
        </li>
      ))}
    </ul>
  );
}
