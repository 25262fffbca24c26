import { Island } from '../../../islands/island.tsx';
import type { CardProduct } from '../cards/card-data.ts';
import { ProductCard } from '../cards/product-card.tsx';
import { ScrollingStrip } from './scrolling-strip.tsx';

const minToScroll = 4;

/** 'You May Also Like': products in a strip that scrolls automatically. */
export function RelatedProducts({ products }: { products: CardProduct[] }) {
  if (products.length === 0) return null;
  const scrolls = products.length >= minToScroll;
  return (
    <Island name="strip" component={ScrollingStrip} props={{ scrolls }}>
      <Strip products={products} />
    </Island>
  );
}

function Strip({ products }: { products: CardProduct[] }) {
  return (
    <ul className="flex gap-5 pr-5">
      {products.map((product) => (
        <li key={product._id} className="w-44 sm:w-60">
          <ProductCard product={product} sizes="(min-width: 40rem) 15rem, 11rem" />
        </li>
      ))}
    </ul>
  );
}
