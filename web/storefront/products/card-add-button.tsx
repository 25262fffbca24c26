import { addToCart } from '../cart/cart.ts';
import { useAdded } from '../cart/use-added.ts';

/** A product with its only variant, without names, as a listing contains it often. The card has its id. */
type Addable = [
  ...[slug: string, name: string, image: string | null],
  ...[variantId: string, finalPrice: number, countInStock: number],
];

/** Adds one unit of a product to the cart; disabled if only the name is given. */
export function CardAddButton(props: { product: Addable } | { name: string }) {
  const [added, confirm] = useAdded();
  const name = 'product' in props ? props.product[1] : props.name;
  return (
    <button
      type="button"
      disabled={!('product' in props)}
      aria-label={added ? `${name} added to cart` : `Add ${name} to cart`}
      title="Add to cart"
      onClick={({ currentTarget }) => {
        const _id = currentTarget.closest<HTMLElement>('[data-id]')?.dataset.id;
        if (!('product' in props) || !_id) return;
        const [slug, , image, variantId, finalPrice, countInStock] = props.product;
        const only = { _id: variantId, values: [], image: null, finalPrice, countInStock };
        addToCart({ _id, slug, name, image, variants: [only] }, only);
        confirm();
      }}
      className={added ? 'card-button card-added' : 'card-button'}
    />
  );
}
