import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useDeferredValue, useState } from 'react';
import type { Product, Variant } from '../../../../shared/contract/catalogue/catalogue.ts';
import { shortRupees } from '../../../../shared/money.ts';
import { Field } from '../../../ui/field.tsx';
import { read } from '../data.ts';
import { Loaded } from '../page/loaded.tsx';
import { Thumbnail } from '../thumbnail.tsx';

/** A search by which products are added to a form. `children` shows what was found; `clear` empties the search. */
export function ProductSearch(props: {
  label?: string;
  error: string | undefined;
  children: (products: Product[], clear: () => void) => ReactNode;
}) {
  const { label = 'Add a product', error, children } = props;
  const [text, setText] = useState('');
  const search = useDeferredValue(text.trim());
  const found = useQuery({
    ...read('GET /products', { query: { search, limit: 8 } }),
    enabled: search.length > 1,
  });
  return (
    <>
      <Field
        label={label}
        name="product-search"
        type="search"
        maxLength={200}
        placeholder="Name or SKU"
        value={text}
        error={error ?? null}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          // Enter searches; it must not send the form.
          if (event.key === 'Enter') event.preventDefault();
        }}
      />
      {search.length > 1 && (
        <Loaded query={found} failed="The search failed. Please try again.">
          {({ products }) => children(products, () => setText(''))}
        </Loaded>
      )}
    </>
  );
}

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
