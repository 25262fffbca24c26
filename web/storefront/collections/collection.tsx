import { redirect } from 'react-router';
import { load } from '../../load.ts';
import { shopContext } from '../../shop-context.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Picture } from '../../ui/picture.tsx';
import { breadcrumbData, head } from '../layout/head.ts';
import { shopOf } from '../layout/shop.ts';
import { toCard } from '../products/cards/card-data.ts';
import { ProductGrid } from '../products/cards/product-card.tsx';
import { listingPath } from '../products/listing/filters.ts';
import type { Route } from './+types/collection';

export const handle = { hasIslands: true };

/** How many products the page shows; the listing has all of them. */
const shownProducts = 24;

export async function loader({ context, params }: Route.LoaderArgs) {
  const { catalogue } = context.get(shopContext);
  const collection = await load(catalogue.getCollection(params.collection));
  if (params.collection !== collection.slug) throw redirect(`/collections/${collection.slug}`, 301);
  const { products, total } = await load(
    catalogue.listProducts({ collection: collection.slug, page: 1, limit: shownProducts }),
  );
  return { collection, total, products: products.map(toCard) };
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) => {
  if (!loaderData) return [{ title: 'Page not found' }];
  const shop = shopOf(matches);
  const { collection, products, total } = loaderData;
  const { name, slug, description, image, seoTitle, seoDescription } = collection;
  const path = `/collections/${slug}`;
  return head(shop, {
    title: name,
    description: description || name,
    seo: { title: seoTitle, description: seoDescription },
    path,
    image: image ?? products[0]?.image,
    hidden: total === 0,
    structuredData: [
      breadcrumbData(shop?.origin ?? '', [
        { name: 'Home', path: '/' },
        { name, path },
      ]),
    ],
  });
};

/** /collections/{slug}: products that the owner shows together, with a text and a picture. */
export default function CollectionPage({
  loaderData: { collection, products, total },
}: Route.ComponentProps) {
  const { name, slug, image, description } = collection;
  const paragraphs = description.split(/\n+/).filter((text) => text.trim());
  const listing = listingPath({ collection: slug });
  return (
    <>
      <section className="shell grid items-center gap-x-16 gap-y-8 pt-6 lg:grid-cols-2 lg:pt-12">
        {image && (
          <div className="overflow-hidden max-lg:-mx-[clamp(1.125rem,4vw,3rem)] lg:order-2 lg:rounded-lg">
            <Picture
              path={image}
              alt=""
              sizes="(min-width: 64rem) 40rem, 100vw"
              eager
              className="aspect-[3/2]"
            />
          </div>
        )}
        <div className={image ? '' : 'max-w-2xl lg:col-span-2'}>
          <h1 className="text-4xl wrap-anywhere">{name}</h1>
          {paragraphs.length > 0 && (
            <div className="mt-5 max-w-prose space-y-4 text-lg text-ink-soft">
              {paragraphs.map((text) => (
                <p key={text}>{text}</p>
              ))}
            </div>
          )}
        </div>
      </section>
      <section aria-labelledby="products" className="shell mt-10 lg:mt-14">
        <div className="mb-6 flex flex-wrap items-end justify-between gap-x-6 gap-y-1">
          <h2 id="products" className="figures text-base text-ink-soft">
            {total === 0
              ? 'No products at the moment'
              : `${total.toLocaleString('en-IN')} ${total === 1 ? 'product' : 'products'}`}
          </h2>
          {total > 1 && (
            <a href={listing} className="more-link">
              Filter and sort
            </a>
          )}
        </div>
        {products.length > 0 ? (
          <ProductGrid products={products} eager={image ? 0 : 4} />
        ) : (
          <ButtonLink href="/products">View all products</ButtonLink>
        )}
        {total > products.length && (
          <div className="mt-10 text-center">
            <ButtonLink href={listing}>View all {total.toLocaleString('en-IN')}</ButtonLink>
          </div>
        )}
      </section>
    </>
  );
}
