import type { ComponentProps } from 'react';
import { Link } from 'react-router';
import { Badge } from '../../ui/badge.tsx';
import { Picture } from '../../ui/picture.tsx';
import { Price } from '../../ui/price.tsx';
import { CardAddButton } from './card-add-button.tsx';
import type { CardProduct } from './card-data.ts';
import { SaleBadge } from './sale-badge.tsx';
import { ShareButton } from './share-button.tsx';
import { StockBar } from './stock.tsx';

const gridSizes = '(min-width: 80rem) 18.25rem, (min-width: 48rem) 30vw, calc(50vw - 1.6rem)';

/** A product in a grid or strip. The link of its name covers the whole card. */
export function ProductCard({
  product,
  eager = false,
  showDescription = false,
  sizes = gridSizes,
  heading: Heading = 'h3',
  highestStock,
  tabIndex,
}: {
  product: CardProduct;
  eager?: boolean;
  showDescription?: boolean;
  /** The width of the picture; by default for a grid with four columns. */
  sizes?: string;
  heading?: 'h2' | 'h3';
  /** The highest stock of the products shown together; if given, the card shows a stock bar. */
  highestStock?: number | undefined;
  tabIndex?: -1;
}) {
  const soldOut = product.countInStock <= 0;
  const path = `/products/${product.slug}`;
  return (
    <article className="group relative flex h-full flex-col">
      <div className="relative overflow-hidden rounded-lg bg-paper-deep">
        <Picture
          path={product.image}
          alt=""
          sizes={sizes}
          eager={eager}
          className={`aspect-square transition-transform duration-300 group-hover:scale-[1.025] ${soldOut ? 'opacity-60' : ''}`}
        />
        <div className="pointer-events-none absolute top-2.5 left-2.5 flex flex-col items-start gap-1.5">
          {soldOut && <Badge tone="ink">Out of Stock</Badge>}
          <SaleBadge price={product.originalPrice} finalPrice={product.finalPrice} />
          {product.isTrending && <Badge tone="accent">Trending</Badge>}
        </div>
      </div>
      <div className="absolute top-1.5 right-1.5 z-10">
        <ShareButton name={product.name} price={product.finalPrice} path={path} tabIndex={tabIndex} />
      </div>
      <div className="flex flex-1 flex-col pt-3">
        <Heading className="font-sans text-base leading-snug font-medium tracking-normal text-pretty">
          <Link
            to={path}
            prefetch="intent"
            tabIndex={tabIndex}
            className="line-clamp-2 underline-offset-4 before:absolute before:inset-0 group-hover:underline"
          >
            {product.name}
          </Link>
        </Heading>
        {showDescription && (
          <p className="mt-1 hidden text-sm text-ink-soft sm:line-clamp-3">{product.description}</p>
        )}
        <div className="mt-auto flex items-center justify-between gap-2 pt-2">
          <Price amount={product.finalPrice} original={product.originalPrice} varies={product.priceVaries} />
          <CardAddButton product={product} tabIndex={tabIndex} />
        </div>
        {highestStock !== undefined && (
          <StockBar count={product.countInStock} highest={highestStock} lowStockAt={product.lowStockAt} />
        )}
      </div>
    </article>
  );
}

export type GridProps = Pick<ComponentProps<typeof ProductCard>, 'sizes' | 'heading' | 'showDescription'> & {
  /** The number of pictures that are visible when the page opens. */
  eager?: number;
  className?: string;
  showStockBars?: boolean;
};

/** A grid of product cards. */
export function ProductGrid({
  products,
  eager = 0,
  className = 'grid-cols-2 md:grid-cols-4',
  showStockBars = false,
  ...card
}: GridProps & { products: CardProduct[] }) {
  const highestStock = showStockBars ? Math.max(...products.map((each) => each.countInStock)) : undefined;
  return (
    <ul className={`grid gap-x-4 gap-y-9 sm:gap-x-6 sm:gap-y-12 ${className}`}>
      {products.map((product, index) => (
        <li key={product._id}>
          <ProductCard {...card} product={product} eager={index < eager} highestStock={highestStock} />
        </li>
      ))}
    </ul>
  );
}
