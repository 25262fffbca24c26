import { redirect, useSearchParams } from 'react-router';
import { Island } from '../../../islands/island.tsx';
import { load } from '../../../load.ts';
import { shopContext } from '../../../shop-context.ts';
import { breadcrumbData, head } from '../../layout/head.ts';
import { shopOf, useShop } from '../../layout/shop.ts';
import { toCard } from '../cards/card-data.ts';
import { ProductGrid } from '../cards/product-card.tsx';
import type { Route } from './+types/listing';
import { ActiveFilters, activeFilters } from './active-filters.tsx';
import { FacetFields } from './facet-fields.tsx';
import { FilterDrawer } from './filter-drawer.tsx';
import { FilterPanel } from './filter-panel.tsx';
import { filterNames, formPath, listingPathWith, priceRange, readParam } from './filters.ts';
import { listingMeta } from './listing-meta.ts';
import { listingQuery } from './listing-query.ts';
import { findInstead, NoProducts } from './no-products.tsx';
import { Pagination } from './pagination.tsx';
import { PricesOfSearch } from './prices-of-search.tsx';
import { SortSelect } from './sort-select.tsx';

export const handle = { hasIslands: true };

export async function loader({ context, url }: Route.LoaderArgs) {
  const { catalogue } = context.get(shopContext);
  // Without JavaScript, the form sends this.
  if (readParam(url.searchParams, 'without')) throw redirect(formPath(url.searchParams));
  const query = listingQuery(url.searchParams);
  const found = catalogue.openListing(query);
  const [list, facets, correction, collection] = await Promise.all([
    load(found.list),
    orNull(found.facets),
    load(found.correction),
    query.collection ? orNull(catalogue.getCollection(query.collection)) : null,
  ]);
  if (list.total === 0) {
    const renamed = await load(catalogue.findRenamedGroups(query));
    if (renamed) throw redirect(listingPathWith(url.searchParams, renamed), 301);
  }
  if (list.page > 1 && list.page > list.pages) {
    throw redirect(listingPathWith(url.searchParams, { page: String(list.pages) }));
  }
  return {
    ...list,
    facets,
    correction,
    collection: collection?.name ?? null,
    prices: found.prices,
    products: list.products.map(toCard),
    instead: await findInstead(catalogue, query, list),
  };
}

/** Null for what can't be loaded: the products are shown without it. */
async function orNull<T>(result: Promise<T>): Promise<T | null> {
  try {
    return await result;
  } catch (error) {
    console.warn('A part of the listing could not be loaded.', error);
    return null;
  }
}

export const meta: Route.MetaFunction = ({ matches, location, loaderData }) => {
  const shop = shopOf(matches);
  const params = new URLSearchParams(location.search);
  const page = loaderData?.page ?? 1;
  const collection = loaderData?.collection ?? null;
  const { title, description, path, hidden } = listingMeta(params, shop, page, collection);
  return head(shop, {
    title: page > 1 ? `${title}, page ${page}` : title,
    description,
    path,
    hidden,
    image: loaderData?.products[0]?.image,
    structuredData: [
      breadcrumbData(shop?.origin ?? '', [
        { name: 'Home', path: '/' },
        { name: title, path },
      ]),
    ],
  });
};

const formId = 'filters';

export default function Listing({
  loaderData: { products, total, page, pages, instead, facets, correction, collection, prices },
}: Route.ComponentProps) {
  const [params] = useSearchParams();
  const shop = useShop();
  const categories = shop?.categories ?? [];
  const chips = activeFilters(params, categories, facets ?? [], collection);
  const { title, intro } = listingMeta(params, shop, page, collection);
  const filtered = filterNames.some((name) => name !== 'sort' && readParam(params, name));
  const [problem] = Object.values(priceRange(params).problems);
  return (
    <div className="shell pt-2 lg:pt-12">
      <header className="lg:mb-4">
        <div data-part="title" className="max-w-2xl">
          {title !== 'Our Products' && (
            <p className="mb-2 text-sm font-medium text-madder max-lg:hidden">Our Products</p>
          )}
          <h1 className="text-2xl wrap-anywhere lg:text-3xl">{title}</h1>
          {intro && <p className="mt-3 text-lg text-ink-soft max-lg:hidden">{intro}</p>}
        </div>
        <p
          role="status"
          data-part="count"
          data-total={total}
          className="figures text-sm text-ink-soft lg:mt-2"
        >
          Showing {total.toLocaleString('en-IN')} {total === 1 ? 'product' : 'products'}
        </p>
      </header>
      <div className="lg:grid lg:grid-cols-[15rem_1fr] lg:gap-x-12 xl:gap-x-16">
        <aside aria-label="Filters" className="filter-aside">
          <Island name="filter-panel" component={FilterPanel} props={{ id: formId }}>
            <FacetFields params={params} categories={categories} facets={facets} />
          </Island>
        </aside>
        <section aria-label="Products" aria-busy="false" tabIndex={-1} className="outline-none">
          <div className="mb-2 flex justify-between gap-2 border-b border-line pb-1 lg:mb-6 lg:justify-end lg:pb-4">
            <Island name="filter-drawer" component={FilterDrawer} props={{ form: formId, total }} />
            <Island name="sort" component={SortSelect} props={{ form: formId }} />
          </div>
          <div data-part="filters">
            {/* On small screens the fields, which show the error too, are hidden in the drawer. */}
            {problem && <p className="pb-6 font-medium text-madder lg:hidden noscript:hidden">{problem}.</p>}
            <ActiveFilters chips={chips} params={params} form={formId} />
          </div>
          <div data-part="results" className="transition-opacity duration-200 in-aria-busy:opacity-50">
            {correction && products.length > 0 && (
              <p className="mb-4 text-ink-soft wrap-anywhere">
                Showing results for “<strong className="font-medium text-ink">{correction}</strong>” instead
                of “{readParam(params, 'search')}”.
              </p>
            )}
            {prices && <PricesOfSearch {...prices} params={params} />}
            {page > 1 && (
              <a
                href={listingPathWith(params, { page: String(page - 1) })}
                rel="prev"
                className="filter-more mb-4"
              >
                Previous products
              </a>
            )}
            {products.length === 0 ? (
              <NoProducts filtered={filtered} instead={instead} />
            ) : (
              <ProductGrid
                products={products}
                showDescription
                eager={page > 1 ? 2 : 4}
                heading="h2"
                className="grid-cols-2 md:grid-cols-3"
              />
            )}
            <Pagination page={page} pages={pages} params={params} />
          </div>
        </section>
      </div>
    </div>
  );
}
