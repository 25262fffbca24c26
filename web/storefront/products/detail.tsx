import { redirect, useRouteError } from 'react-router';
import { load } from '../../load.ts';
import { shopContext } from '../../shop-context.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { failureOf } from '../layout/failure.ts';
import { head } from '../layout/head.ts';
import { Retry } from '../layout/retry.tsx';
import { shopOf } from '../layout/shop.ts';
import type { Route } from './+types/detail';
import { Breadcrumb, trailOf } from './breadcrumb.tsx';
import { BuyBox } from './buy-box.tsx';
import { cards } from './cards.ts';
import { Gallery } from './gallery.tsx';
import { productData } from './product-data.ts';
import { Related } from './related.tsx';
import { galleryOf, useVariantChoice } from './variant-choice.ts';

const maxRelated = 8;
/** With fewer of its category, other products follow. */
const relatedAtLeast = 4;

export async function loader({ context, params }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  // What the editor works on is not the page's: it would be sent to every visitor.
  const { richDescription: _, ...product } = await load(shop.catalogue.getProduct(params.product));
  if (params.product !== product.slug) {
    throw redirect(`/products/${encodeURIComponent(product.slug)}`, 301);
  }
  const others = async (category?: string) => {
    const found = (await cards(shop, { limit: maxRelated + 1, category })) ?? [];
    return found.filter((other) => other._id !== product._id);
  };
  let related = await others(product.category?._id);
  if (related.length < relatedAtLeast) {
    const alike = new Set(related.map(({ _id }) => _id));
    related = [...related, ...(await others()).filter(({ _id }) => !alike.has(_id))];
  }
  return { product, related: related.slice(0, maxRelated) };
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) => {
  const shop = shopOf(matches);
  if (!loaderData) return [{ title: 'Product not found' }];
  const { product } = loaderData;
  return head(shop, {
    title: product.name,
    description: product.description,
    path: `/products/${product.slug}`,
    image: product.image,
    type: 'product',
    data: productData(product, shop, trailOf(product)),
  });
};

export default function Detail({ loaderData: { product, related } }: Route.ComponentProps) {
  return (
    <div className="shell pt-4 lg:pt-6">
      <Breadcrumb trail={trailOf(product)} />
      {/* A new product begins with its own first choice and picture. */}
      <ProductView key={product._id} product={product} />
      <Related products={related} />
    </div>
  );
}

function ProductView({ product }: { product: Route.ComponentProps['loaderData']['product'] }) {
  const choice = useVariantChoice(product);
  return (
    <article className="mt-4 grid gap-y-8 md:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] md:gap-x-8 lg:mt-6 lg:gap-x-12 xl:gap-x-20">
      <Gallery name={product.name} paths={galleryOf(product)} wanted={choice.variant?.image ?? null} />
      <BuyBox product={product} choice={choice} />
    </article>
  );
}

export function ErrorBoundary() {
  const { kind, text } = failureOf(useRouteError());
  const missing = kind === 'missing';
  return (
    <div className="shell">
      <title>{missing ? 'Product not found' : 'The product could not be loaded'}</title>
      <meta name="robots" content="noindex" />
      <Empty
        level={1}
        title="Product not found or an error occurred."
        text={missing ? 'It may no longer be sold, or its address has changed.' : text}
        action={
          <>
            {!missing && <Retry />}
            <ButtonLink to="/products" variant={missing ? 'primary' : 'secondary'}>
              Back to Products
            </ButtonLink>
          </>
        }
      />
    </div>
  );
}
