import { useId } from 'react';
import { ProductGrid } from '../../storefront/products/cards/product-card.tsx';
import type { SectionProps } from '../page.ts';

const three = {
  className: 'grid-cols-2 md:grid-cols-3',
  sizes: '(min-width:80rem) 392px,(min-width:48rem) 30vw,44vw',
};

/** A titled row of products with a link to more; without products it is not shown. */
export function Products({ settings, products }: SectionProps<'products'>) {
  const { heading, link, columns, showsStock, errorText } = settings;
  const id = useId();
  if (products === null ? !errorText : products.length === 0) return null;
  return (
    <section aria-labelledby={id} className="shell section-space">
      <div className="mb-6 flex flex-wrap items-end justify-between gap-x-6 gap-y-1 lg:mb-8">
        <h2 id={id} className="text-2xl">
          {heading}
        </h2>
        {link.label && (
          <a href={link.to} className="more-link">
            {link.label}
          </a>
        )}
      </div>
      {products === null ? (
        <p role="alert" className="text-ink-soft">
          {errorText}
        </p>
      ) : (
        <ProductGrid {...(columns === 'three' && three)} showStockBars={showsStock} products={products} />
      )}
    </section>
  );
}
