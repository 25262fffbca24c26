import { Check, Plus, SlidersHorizontal } from 'lucide-react';
import { Link } from 'react-router';
import { addToCart } from '../cart/cart.ts';
import { useAdded } from '../cart/use-added.ts';
import type { CardProduct } from './card-data.ts';

const base =
  'relative z-10 grid size-11 shrink-0 place-items-center rounded-full ring-1 ring-inset transition-colors ' +
  'disabled:cursor-not-allowed disabled:opacity-40';

/** Adds the product to the cart; links to the product's page if it has options. */
export function CardAddButton({ product, tabIndex }: { product: CardProduct; tabIndex?: -1 }) {
  const [added, confirm] = useAdded();
  const [variant] = product.variants;
  if (product.hasOptions && product.countInStock > 0) {
    return (
      <Link
        to={`/products/${product.slug}`}
        prefetch="intent"
        tabIndex={tabIndex}
        aria-label={`Choose options of ${product.name}`}
        title="Choose options"
        className={`${base} text-press ring-line-strong hover:bg-press-tint`}
      >
        <SlidersHorizontal className="size-4.5" />
      </Link>
    );
  }
  const Icon = added ? Check : Plus;
  return (
    <button
      type="button"
      tabIndex={tabIndex}
      disabled={!variant || variant.countInStock <= 0}
      aria-label={added ? `${product.name} added to cart` : `Add ${product.name} to cart`}
      title="Add to cart"
      onClick={() => {
        if (!variant) return;
        addToCart(product, variant);
        confirm();
      }}
      className={`${base} noscript:hidden ${added ? 'bg-leaf text-paper ring-leaf' : 'text-press ring-line-strong enabled:hover:bg-press enabled:hover:text-on-press'}`}
    >
      <Icon className="size-5" />
    </button>
  );
}
