import { ArrowRight } from 'lucide-react';
import { useId } from 'react';
import { Link } from 'react-router';
import type { CardProduct } from '../products/card.ts';
import { ProductGrid } from '../products/card.tsx';

/** A titled row of products with a link to more. Null says that loading failed; an empty one is left out. */
export function ProductStrip({
  title,
  more,
  products,
  failure,
  className,
  sizes,
  stockBars,
}: {
  title: string;
  more: { to: string; label: string };
  products: CardProduct[] | null;
  failure?: string;
  className?: string;
  sizes?: string;
  stockBars?: boolean;
}) {
  const id = useId();
  if (products === null ? !failure : products.length === 0) return null;
  return (
    <section aria-labelledby={id} className="shell mt-16 lg:mt-24">
      <div className="mb-6 flex flex-wrap items-end justify-between gap-x-6 gap-y-1 lg:mb-8">
        <h2 id={id} className="text-2xl">
          {title}
        </h2>
        <Link
          to={more.to}
          prefetch="intent"
          className="inline-flex min-h-11 items-center gap-1.5 font-medium text-press underline-offset-4 hover:underline"
        >
          {more.label}
          <ArrowRight className="size-4.5" aria-hidden="true" />
        </Link>
      </div>
      {products === null ? (
        <p role="alert" className="text-ink-soft">
          {failure}
        </p>
      ) : (
        <ProductGrid products={products} className={className} sizes={sizes} stockBars={stockBars} />
      )}
    </section>
  );
}
