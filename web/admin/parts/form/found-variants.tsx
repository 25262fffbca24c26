import type { Product, Variant } from '../../../../shared/contract/catalogue.ts';
import { shortRupees } from '../../../../shared/money.ts';
import { Thumbnail } from '../thumbnail.tsx';

/**
 * The variants of the products for sale that a search has found; one that is in stock can be chosen, or any of them if
 * `allowsSoldOut`.
 */
export function FoundVariants(props: {
  products: Product[];
  allowsSoldOut?: boolean;
  onChoose: (product: Product, variant: Variant) => void;
}) {
  const products = props.products.filter(({ status }) => status === 'active' || status === 'featured');
  if (products.length === 0) return <p className="text-ink-soft">No product matches.</p>;
  return (
    <ul aria-label="Matching products" className="grid max-h-96 gap-1.5 overflow-y-auto p-0.5">
      {products.flatMap((product) =>
        product.variants.map((variant) => (
          <li key={variant._id}>
            <button
              type="button"
              disabled={variant.countInStock === 0 && !props.allowsSoldOut}
              onClick={() => props.onChoose(product, variant)}
              className="flex w-full items-center gap-3 rounded-md px-2 py-1.5 text-left ring-1 ring-line enabled:hover:bg-paper-deep disabled:text-ink-soft"
            >
              <Thumbnail path={variant.image ?? product.image} />
              <span className="min-w-0 flex-1 wrap-anywhere">
                {product.name}
                <span className="block text-xs text-ink-soft">
                  {[
                    variant.values.join(' / '),
                    variant.sku,
                    variant.countInStock === 0 ? 'out of stock' : `${variant.countInStock} in stock`,
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
              </span>
              <span className="figures">{shortRupees(variant.finalPrice)}</span>
            </button>
          </li>
        )),
      )}
    </ul>
  );
}
