import { redirect } from 'react-router';
import { load, pick } from '../../load.ts';
import { shopContext } from '../../shop-context.ts';
import { Picture } from '../../ui/picture.tsx';
import { head } from '../layout/head.ts';
import { shopOf } from '../layout/shop.ts';
import { PageLinks } from '../products/listing/pagination.tsx';
import type { Route } from './+types/page';
import { readChoice, sortOptions } from './read-choice.ts';
import { ReviewItem } from './review-item.tsx';
import { ReviewSummary } from './review-summary.tsx';
import { type ReviewChoice, reviewsPath } from './reviews-path.ts';

export const handle = { hasIslands: true };

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const product = await load(shop.catalogue.getProduct(params.product));
  const choice = readChoice(url.searchParams);
  if (params.product !== product.slug) throw redirect(reviewsPath(product.slug, choice), 301);
  const list = await load(shop.reviews.list(product._id, choice));
  if (choice.page > list.pages) throw redirect(reviewsPath(product.slug, { ...choice, page: list.pages }));
  return { product: pick(product, ['name', 'slug', 'image']), list, choice };
}

/** Search engines index the first page of all reviews of buyers. */
export const meta: Route.MetaFunction = ({ matches, loaderData }) => {
  if (!loaderData) return [{ title: 'Product not found' }];
  const { product, list, choice } = loaderData;
  const isFiltered = choice.stars !== undefined || choice.photos || choice.sort !== 'helpful';
  return head(shopOf(matches), {
    title: `Reviews of ${product.name}`,
    description: `What buyers say about ${product.name}.`,
    path: reviewsPath(product.slug, {}),
    image: product.image,
    hidden: list.summary.isDemo || list.summary.count === 0 || isFiltered || choice.page > 1,
  });
};

export default function Reviews({ loaderData: { product, list, choice } }: Route.ComponentProps) {
  const { slug } = product;
  const { summary, reviews, total, page, pages } = list;
  const { stars, photos, sort } = choice;
  const to = (change: ReviewChoice) =>
    reviewsPath(slug, { ...(stars && { stars }), ...(photos && { photos }), sort, ...change });
  return (
    <div className="shell pt-8 lg:pt-12" data-nosnippet={summary.isDemo ? '' : undefined}>
      <header className="flex items-center gap-4">
        <div className="size-20 shrink-0">
          <Picture path={product.image} alt="" sizes="80px" widths={[160]} className="rounded-md" />
        </div>
        <div className="min-w-0">
          <h1 className="text-2xl wrap-break-word">Reviews</h1>
          <a
            href={`/products/${slug}`}
            className="inline-flex min-h-11 items-center text-press underline underline-offset-4 wrap-anywhere"
          >
            {product.name}
          </a>
        </div>
      </header>
      {summary.count === 0 ? (
        <p className="mt-6 text-ink-soft">
          No reviews yet. Buyers can write one when their order has been delivered.
        </p>
      ) : (
        <div className="mt-8 grid grid-cols-1 gap-x-16 gap-y-8 md:grid-cols-[minmax(0,2fr)_minmax(0,5fr)]">
          <ReviewSummary slug={slug} summary={summary} stars={stars} />
          <section aria-label="Reviews">
            <nav aria-label="Sort and filter" className="flex flex-wrap gap-2 pb-6">
              {sortOptions.map(({ value, label }) => (
                <a
                  key={value}
                  href={to({ sort: value })}
                  aria-current={value === sort ? 'true' : undefined}
                  className="choice"
                >
                  {label}
                </a>
              ))}
              {summary.withPhotos > 0 && (
                <a
                  href={reviewsPath(slug, { ...(stars && { stars }), photos: !photos, sort })}
                  aria-current={photos ? 'true' : undefined}
                  className="choice"
                >
                  With photographs ({summary.withPhotos})
                </a>
              )}
              {stars && (
                <a href={reviewsPath(slug, { ...(photos && { photos }), sort })} className="choice">
                  All star ratings
                </a>
              )}
            </nav>
            {total === 0 && <p className="text-ink-soft">No reviews match these filters.</p>}
            {reviews.map((review) => (
              <ReviewItem key={review._id} review={review} />
            ))}
            <PageLinks page={page} pages={pages} to={(number) => to({ page: number })} />
          </section>
        </div>
      )}
    </div>
  );
}
