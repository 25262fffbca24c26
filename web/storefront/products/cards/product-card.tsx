import type { ComponentProps } from 'react';
import type { OwnPrices } from '../../../../shared/contract/catalogue/price-lists.ts';
import { Badge } from '../../../ui/badge.tsx';
import { cardWidths, Picture } from '../../../ui/picture.tsx';
import { Price } from '../../../ui/price.tsx';
import { Stars } from '../../../ui/stars.tsx';
import { CardButton } from './card-button.tsx';
import type { CardProduct } from './card-data.ts';
import { SaleBadge } from './sale-badge.tsx';
import { ShareButton } from './share-button.tsx';
import { StockBar } from './stock.tsx';

const gridSizes = '(min-width:80rem) 292px,(min-width:48rem) 30vw,44vw';
/** A card of the grid is at most 300 CSS pixels wide. */
const gridWidths = cardWidths.filter((width) => width <= 640);
/** A larger card seldom needs the file for small phones. */
const largeWidths = cardWidths.filter((width) => width !== 400);

/** A product in a grid or strip. The link of its name covers the whole card. */
export function ProductCard({
  product,
  own,
  eager = false,
  showDescription = false,
  sizes = gridSizes,
  heading: Heading = 'h3',
  highestStock,
}: {
  product: CardProduct;
  /** What it costs the signed-in customer; on cached pages `read-own-prices.ts` adds it. */
  own?: OwnPrices | undefined;
  eager?: boolean;
  showDescription?: boolean;
  /** The width of the picture; by default for a grid with four columns. */
  sizes?: string;
  heading?: 'h2' | 'h3';
  /** The highest stock of the products shown together; if given, the card shows a stock bar. */
  highestStock?: number | undefined;
}) {
  const soldOut = product.countInStock <= 0;
  const { price, cataloguePrice, priceVaries } = own ?? {
    price: product.finalPrice,
    cataloguePrice: product.originalPrice,
    priceVaries: product.priceVaries,
  };
  const hasBadges = soldOut || product.isTrending || price < cataloguePrice;
  const path = `/products/${product.slug}`;
  return (
    <article
      className="card"
      data-id={product._id}
      data-second={product.secondImage && nameOf(product.secondImage)}
    >
      <div className="card-frame">
        <Picture
          path={product.image}
          alt=""
          sizes={sizes}
          eager={eager}
          widths={sizes === gridSizes ? gridWidths : largeWidths}
          className={soldOut ? 'opacity-60' : ''}
        />
        {hasBadges && (
          <div className="card-badges">
            {soldOut && <Badge tone="ink">Out of Stock</Badge>}
            <SaleBadge price={cataloguePrice} finalPrice={price} />
            {product.isTrending && <Badge tone="accent">Trending</Badge>}
            {own && <Badge tone="accent">Your price</Badge>}
          </div>
        )}
      </div>
      <ShareButton name={product.name} price={product.finalPrice} path={path} />
      <div className="card-body">
        {product.brand && (
          <small>
            <a href={`/brands/${product.brand.slug}`}>{product.brand.name}</a>
          </small>
        )}
        <Heading>
          <a href={path}>{product.name}</a>
        </Heading>
        {product.numReviews > 0 && (
          <a href={`${path}#reviews`} className="card-stars">
            <Stars rating={product.rating} /> ({product.numReviews})
          </a>
        )}
        {showDescription && <p>{product.description}</p>}
        <div className="card-foot">
          <Price amount={price} original={cataloguePrice} varies={priceVaries} />
          <CardButton product={product} />
        </div>
        {highestStock !== undefined && (
          <StockBar count={product.countInStock} highest={highestStock} lowStockAt={product.lowStockAt} />
        )}
      </div>
    </article>
  );
}

/** The name of a picture of a product, of which `second-picture.ts` makes its address: listings have hardly any room. */
const nameOf = (path: string) => path.replace(/^uploads\/product\/|\.webp$/g, '');

export type GridProps = Pick<ComponentProps<typeof ProductCard>, 'sizes' | 'heading' | 'showDescription'> & {
  /** The number of pictures that are visible when the page opens. */
  eager?: number;
  className?: string;
  showStockBars?: boolean;
};

export function ProductGrid({
  products,
  eager = 0,
  className = 'grid-cols-2 md:grid-cols-4',
  showStockBars = false,
  ...card
}: GridProps & { products: CardProduct[] }) {
  const highestStock = showStockBars
    ? Math.max(...products.map(({ countInStock }) => countInStock))
    : undefined;
  return (
    <ul className={`grid gap-4 sm:gap-x-6 sm:gap-y-12 ${className}`}>
      {products.map((product, index) => (
        <li key={product._id}>
          <ProductCard {...card} product={product} eager={index < eager} highestStock={highestStock} />
        </li>
      ))}
    </ul>
  );
}
