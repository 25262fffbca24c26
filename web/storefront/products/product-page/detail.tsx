import { redirect, useRouteError } from 'react-router';
import type { Product } from '../../../../shared/contract/catalogue/catalogue.ts';
import type { ReviewList } from '../../../../shared/contract/catalogue/reviews.ts';
import { Island } from '../../../islands/island.tsx';
import { load, pick } from '../../../load.ts';
import { shopContext } from '../../../shop-context.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Empty } from '../../../ui/empty.tsx';
import { describeError } from '../../layout/failure.ts';
import { head } from '../../layout/head.ts';
import { Retry } from '../../layout/retry.tsx';
import { shopOf } from '../../layout/shop.ts';
import { findQuestions, ProductQuestions } from '../../reviews/product-questions.tsx';
import { findReviews, ProductReviews } from '../../reviews/product-reviews.tsx';
import { findRelated } from '../cards/card-data.ts';
import type { Route } from './+types/detail';
import { Assurances } from './assurances.tsx';
import { AttributeTable } from './attribute-table.tsx';
import { BoughtTogether } from './bought-together.tsx';
import { Breadcrumb, breadcrumbTrail } from './breadcrumb.tsx';
import { Declarations } from './declarations.tsx';
import { Description } from './description.tsx';
import { ProductView } from './product-view.tsx';
import { RecentlyViewed } from './recently-viewed.tsx';
import { RelatedProducts } from './related-products.tsx';
import { productStructuredData } from './structured-data.ts';
import { swatchesOf } from './swatches.ts';
import { type ViewedProduct, variantParam, variantPath, viewFields } from './variant-choice.ts';

export const handle = { hasIslands: true };

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  // The page does not need the editor's content.
  const { richDescription: _, ...product } = await load(shop.catalogue.getProduct(params.product));
  const asked = url.searchParams.get(variantParam);
  const variant = product.variants.find(({ _id }) => _id === asked);
  if (params.product !== product.slug) throw redirect(variantPath(product, variant), 301);
  // A link to a variant that was removed leads to the others.
  if (asked !== null && !variant) throw redirect(variantPath(product, undefined));
  const [related, reviews, questions] = await Promise.all([
    findRelated(shop, product._id),
    findReviews(shop, product._id),
    findQuestions(shop, product._id),
  ]);
  return { product, variant, reviews, questions, related, preview: shop.catalogue.previewOf(product) };
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) => {
  const shop = shopOf(matches);
  if (!loaderData) return [{ title: 'Product not found' }];
  const { product, variant, reviews, preview } = loaderData;
  return head(shop, {
    title: product.name,
    description: product.description,
    seo: { title: product.seoTitle ?? '', description: product.seoDescription ?? '' },
    path: `/products/${product.slug}`,
    image: preview,
    type: 'product',
    structuredData: productStructuredData(product, reviews, shop, breadcrumbTrail(product), variant),
  });
};

export default function Detail({
  loaderData: { product, reviews, questions, related },
}: Route.ComponentProps) {
  return (
    <div className="shell pt-4 lg:pt-6">
      <Breadcrumb trail={breadcrumbTrail(product)} />
      <Island
        name="product"
        component={ProductView}
        props={{ product: viewed(product, reviews) }}
        eager={product.isGiftCard === true}
      >
        <div data-id={product._id} data-name={product.name} className="wish-place" />
        <Assurances product={product} />
        <Description {...product} />
        <AttributeTable attributes={product.attributes} />
        {!product.isGiftCard && <Declarations product={product} />}
      </Island>
      <BoughtTogether products={related.together} />
      <ProductReviews slug={product.slug} list={reviews} />
      <ProductQuestions productId={product._id} questions={questions} />
      <RelatedProducts products={related.similar} />
      <RecentlyViewed productId={product._id} />
    </div>
  );
}

/** What the interactive part shows of a product. */
function viewed(product: Product, reviews: ReviewList | null): ViewedProduct {
  // Only the structured data has barcodes.
  const variants = product.variants.map(({ barcode, ...variant }) => variant);
  const shown = { ...pick(product, viewFields), variants, swatches: swatchesOf(product) };
  if (!reviews?.summary.isDemo) return shown;
  const { rating, count } = reviews.summary;
  return { ...shown, rating, numReviews: count, hasDemoReviews: true };
}

export function ErrorBoundary() {
  const { kind, text } = describeError(useRouteError());
  const missing = kind === 'missing';
  return (
    <div className="shell">
      <title>{missing ? 'Product not found' : 'The product could not be loaded'}</title>
      <meta name="robots" content="noindex" />
      <Empty
        level={1}
        title="Product not found or an error occurred."
        text={missing ? 'It may no longer be available, or its address may have changed.' : text}
        action={
          <>
            {!missing && <Island name="retry" component={Retry} props={{}} eager />}
            <ButtonLink href="/products" variant={missing ? 'primary' : 'secondary'}>
              Back to Products
            </ButtonLink>
          </>
        }
      />
    </div>
  );
}
