import type { ProductList, ProductQuery } from '../../../../shared/contract/catalogue/catalogue.ts';
import type { PageShop } from '../../../shop-context.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Empty } from '../../../ui/empty.tsx';
import { useShop } from '../../layout/shop.ts';
import { type CardProduct, toCard } from '../cards/card-data.ts';
import { ProductGrid } from '../cards/product-card.tsx';
import { filterNames, listingPath } from './filters.ts';

/** What to show if a search has found nothing: products, and the search that finds them, if there is one. */
type Instead = { search: string | null; products: CardProduct[] };

/** Null if something was found, or if another filter than the search may be the reason. */
export async function findInstead(
  catalogue: PageShop['catalogue'],
  query: ProductQuery,
  { total }: ProductList,
): Promise<Instead | null> {
  const { search } = query;
  const others = filterNames.filter((name) => name !== 'search' && name !== 'sort');
  if (total > 0 || !search || others.some((name) => query[name] !== undefined)) return null;
  try {
    const instead = await catalogue.suggestInstead(search);
    return { ...instead, products: instead.products.map(toCard) };
  } catch (error) {
    console.warn('The products to show instead could not be loaded.', error);
    return null;
  }
}

export function NoProducts({ filtered, instead }: { filtered: boolean; instead: Instead | null }) {
  const categories = useShop()?.categories ?? [];
  if (!filtered) {
    return <Empty title="No products found" text="This shop has no products yet." />;
  }
  return (
    <>
      <Empty
        title="No products found"
        text="Try adjusting your search or filter to find what you're looking for."
        action={
          <>
            {instead?.search && (
              <p className="w-full">
                Did you mean{' '}
                <a
                  href={listingPath({ search: instead.search })}
                  className="font-medium text-press underline"
                >
                  {instead.search}
                </a>
                ?
              </p>
            )}
            <ButtonLink href="/products" variant="secondary">
              Reset all filters
            </ButtonLink>
          </>
        }
      />
      {instead && categories.length > 0 && (
        <nav aria-label="All categories">
          <ul className="mb-10 flex flex-wrap justify-center gap-2">
            {categories.map(({ _id, slug, name }) => (
              <li key={_id} className="max-w-full">
                <a
                  href={listingPath({ category: slug })}
                  className="inline-flex min-h-11 max-w-full items-center rounded-button px-4 text-sm wrap-anywhere ring-1 ring-line-strong ring-inset hover:ring-ink"
                >
                  {name}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      )}
      {instead && instead.products.length > 0 && (
        <>
          <h2 className="mb-5 text-xl">
            {instead.search ? `Results for “${instead.search}”` : 'You may also like'}
          </h2>
          <ProductGrid
            products={instead.products}
            eager={2}
            heading="h3"
            className="grid-cols-2 md:grid-cols-3"
          />
        </>
      )}
    </>
  );
}
