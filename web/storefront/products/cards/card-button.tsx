import { Island } from '../../../islands/island.tsx';
import { CardAddButton } from './card-add-button.tsx';
import type { CardProduct } from './card-data.ts';

/** The button of a card: adds the product to the cart, or links to its page if it has options. */
export function CardButton({ product }: { product: CardProduct }) {
  const [variant] = product.variants;
  if (product.hasOptions && product.countInStock > 0) {
    return (
      // biome-ignore lint/a11y/useAnchorContent: an icon of the style sheet; its name is in `aria-label`
      <a
        href={`/products/${product.slug}`}
        aria-label={`Choose options of ${product.name}`}
        title="Choose options"
        className="card-button card-options"
      />
    );
  }
  if (!variant || variant.countInStock <= 0) return <CardAddButton name={product.name} />;
  const { _id, finalPrice, countInStock } = variant;
  return (
    <Island
      name="add"
      component={CardAddButton}
      props={{ product: [product.name, _id, finalPrice, countInStock] }}
    />
  );
}
