import { addToCart } from '../../cart/cart.ts';
import { useAdded } from '../../cart/use-added.ts';

/** A product with its only variant, without names, as a listing contains it often. The card shows the rest. */
type Addable = [name: string, variantId: string, finalPrice: number, countInStock: number];

/** Adds one unit of a product to the cart; disabled if only the name is given. */
export function CardAddButton(props: { product: Addable } | { name: string }) {
  const [added, confirm] = useAdded();
  const name = 'product' in props ? props.product[0] : props.name;
  return (
    <button
      type="button"
      disabled={!('product' in props)}
      aria-label={added ? `${name} added to cart` : `Add ${name} to cart`}
      title="Add to cart"
      onClick={({ currentTarget }) => {
        const card = currentTarget.closest<HTMLElement>('[data-id]');
        if (!('product' in props) || !card) return;
        const [, variantId, finalPrice, countInStock] = props.product;
        const only = { _id: variantId, values: [], image: null, finalPrice, countInStock };
        addToCart({ name, ...shownIn(card), variants: [only] }, only);
        confirm();
      }}
      className={added ? 'card-button card-added' : 'card-button'}
    />
  );
}

/** What the card of a product shows: its id, slug and picture. */
function shownIn(card: HTMLElement) {
  const { pathname = '' } = card.querySelector<HTMLAnchorElement>(':is(h2, h3) a') ?? {};
  const [picture] = /uploads\/[\w/-]+(?=-\d+\.)/.exec(card.querySelector('img')?.src ?? '') ?? [];
  return {
    _id: card.dataset.id ?? '',
    slug: decodeURIComponent(pathname.replace('/products/', '')),
    image: picture ? `${picture}.webp` : null,
  };
}
