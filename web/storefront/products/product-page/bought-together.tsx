import { Island } from '../../../islands/island.tsx';
import { pick } from '../../../load.ts';
import type { CardProduct } from '../cards/card-data.ts';
import { ProductGrid } from '../cards/product-card.tsx';
import { AddAllButton } from './add-all-button.tsx';

/** 'Often bought together': products that several orders contain together with the one of the page. */
export function BoughtTogether({ products }: { products: CardProduct[] }) {
  if (products.length === 0) return null;
  const addable = products.every(({ variants }) => variants.length === 1) ? products : [];
  return (
    <section aria-labelledby="together" className="section-space print:hidden">
      <h2 id="together" className="mb-6 text-2xl">
        Often bought together
      </h2>
      <ProductGrid products={products} />
      {addable.length > 1 && (
        <Island
          name="add-all"
          component={AddAllButton}
          props={{
            products: addable.map((product) => pick(product, ['_id', 'slug', 'name', 'image', 'variants'])),
          }}
        />
      )}
    </section>
  );
}
