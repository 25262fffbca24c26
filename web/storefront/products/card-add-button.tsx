import { addToCart } from '../cart/cart.ts';
import { useAdded } from '../cart/use-added.ts';

/** What a card knows about the only variant of its product. */
type CardVariant = [id: string, finalPrice: number, countInStock: number];

type Addable = { _id: string; slug: string; image: string | null; variant: CardVariant };

/** Adds one unit of a product to the cart; disabled if only the name is given. */
export function CardAddButton({ name, ...product }: { name: string } & (Addable | { variant?: undefined })) {
  const [added, confirm] = useAdded();
  return (
    <button
      type="button"
      disabled={!product.variant}
      aria-label={added ? `${name} added to cart` : `Add ${name} to cart`}
      title="Add to cart"
      onClick={() => {
        if (!product.variant) return;
        const { _id, slug, image, variant } = product;
        const [variantId, finalPrice, countInStock] = variant;
        const only = { _id: variantId, values: [], image: null, finalPrice, countInStock };
        addToCart({ _id, slug, name, image, variants: [only] }, only);
        confirm();
      }}
      className={added ? 'card-button card-added' : 'card-button'}
    />
  );
}
