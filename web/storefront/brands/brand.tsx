import { redirect } from 'react-router';
import { slugify } from '../../../shared/text/slug.ts';
import { load } from '../../load.ts';
import { shopContext } from '../../shop-context.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Picture } from '../../ui/picture.tsx';
import { breadcrumbData, head } from '../layout/head.ts';
import { shopOf } from '../layout/shop.ts';
import { toCard } from '../products/cards/card-data.ts';
import { ProductGrid } from '../products/cards/product-card.tsx';
import { listingPath } from '../products/listing/filters.ts';
import type { Route } from './+types/brand';
import { brandData } from './structured-data.ts';

export const handle = { hasIslands: true };

/** How many products the page shows; the listing has all of them. */
const shownProducts = 12;

export async function loader({ context, params }: Route.LoaderArgs) {
  const { catalogue } = context.get(shopContext);
  const brand = await load(catalogue.getGroup('brands', params.brand));
  if (params.brand !== brand.slug) throw redirect(`/brands/${brand.slug}`, 301);
  const { products, total } = await load(
    catalogue.listProducts({ brand: [brand.slug], page: 1, limit: shownProducts }),
  );
  return { brand, total, products: products.map(toCard) };
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) => {
  if (!loaderData) return [{ title: 'Page not found' }];
  const shop = shopOf(matches);
  const { brand, products, total } = loaderData;
  const path = `/brands/${brand.slug}`;
  return head(shop, {
    title: brand.name,
    description: brand.description || brand.name,
    path,
    image: brand.image ?? products[0]?.image,
    hidden: total === 0,
    structuredData: [
      breadcrumbData(shop?.origin ?? '', [
        { name: 'Home', path: '/' },
        { name: brand.name, path },
      ]),
      brandData(brand, products, shop?.origin ?? ''),
    ],
  });
};

/** /brands/{slug}: the maker of products, with their place, story and picture. */
export default function BrandPage({ loaderData: { brand, products, total } }: Route.ComponentProps) {
  const { name, image, description, town, state } = brand;
  const paragraphs = description.split(/\n+/).filter((text) => text.trim());
  return (
    <>
      <section className="shell grid items-center gap-x-16 gap-y-8 pt-6 lg:grid-cols-2 lg:pt-12">
        {image && (
          <div className="overflow-hidden max-lg:-mx-[clamp(1.125rem,4vw,3rem)] lg:rounded-lg">
            <Picture
              path={image}
              alt={name}
              sizes="(min-width: 64rem) 40rem, 100vw"
              eager
              className="aspect-[5/4]"
            />
          </div>
        )}
        <div className={image ? '' : 'max-w-2xl lg:col-span-2'}>
          {(town || state) && (
            <p className="font-medium text-madder">
              {town}
              {town && state && ', '}
              {state && (
                <a href={listingPath({ place: slugify(state) })} className="underline underline-offset-4">
                  {state}
                </a>
              )}
            </p>
          )}
          <h1 className="mt-2 text-4xl wrap-anywhere">{name}</h1>
          {paragraphs.length > 0 && (
            <div className="mt-5 max-w-prose space-y-4 text-lg text-ink-soft">
              {paragraphs.map((text) => (
                <p key={text}>{text}</p>
              ))}
            </div>
          )}
        </div>
      </section>
      <section aria-labelledby="products" className="shell mt-14 lg:mt-20">
        <div className="mb-6 flex flex-wrap items-end justify-between gap-x-6 gap-y-1 lg:mb-8">
          <h2 id="products" className="text-2xl">
            {products.length > 0 ? `Products by ${name}` : 'No products at the moment'}
          </h2>
          {total > products.length && (
            <a href={listingPath({ brand: brand.slug })} className="more-link">
              View all {total.toLocaleString('en-IN')}
            </a>
          )}
        </div>
        {products.length > 0 ? (
          <ProductGrid products={products} />
        ) : (
          <ButtonLink href="/products">View all products</ButtonLink>
        )}
      </section>
    </>
  );
}
