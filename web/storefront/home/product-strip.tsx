import { useId } from 'react';
import type { CardProduct } from '../products/cards/card-data.ts';
import { type GridProps, ProductGrid } from '../products/cards/product-card.tsx';

/** A titled row of products with a link to more. `products` is null if loading failed; an empty list is not shown. */
export function ProductStrip({
  title,
  link,
  products,
  errorText,
  ...grid
}: GridProps & {
  title: string;
  link: { to: string; label: string };
  products: CardProduct[] | null;
  errorText?: string;
}) {
  const id = useId();
  if (products === null ? !errorText : products.length === 0) return null;
  return (
    <section aria-labelledby={id} className="shell section-space">
      <div className="mb-6 flex flex-wrap items-end justify-between gap-x-6 gap-y-1 lg:mb-8">
        <h2 id={id} className="text-2xl">
          {title}
        </h2>
        <a href={link.to} className="more-link">
          {link.label}
        </a>
      </div>
      {products === null ? (
        <p role="alert" className="text-ink-soft">
          {errorText}
        </p>
      ) : (
        <ProductGrid {...grid} products={products} />
      )}
    </section>
  );
}
