import { isRouteErrorResponse, Link } from 'react-router';
import { ButtonLink } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { SearchBox } from './search-box.tsx';
import type { CategoryLink } from './shop.ts';

/** What a visitor sees in place of a page that is not there or has failed: plain words and ways on. */
export function ErrorPage({ error, categories }: { error: unknown; categories: CategoryLink[] }) {
  const missing = isRouteErrorResponse(error) && error.status === 404;
  return (
    <div className="shell">
      <title>{missing ? 'Page not found' : 'Something went wrong'}</title>
      <meta name="robots" content="noindex" />
      <Empty
        level={1}
        title={missing ? 'We could not find that page' : 'Something went wrong'}
        text={
          missing
            ? 'It may have moved, or the address has a slip in it. Search the shop, or start from one of these.'
            : 'The page could not be shown just now. Please try again in a moment.'
        }
        action={
          <>
            <SearchBox className="w-full" />
            <ButtonLink to="/">Back to Home</ButtonLink>
            <ButtonLink to="/products" variant="secondary">
              All Products
            </ButtonLink>
          </>
        }
      />
      {categories.length > 0 && (
        <ul className="mx-auto mb-8 flex max-w-2xl flex-wrap justify-center gap-2">
          {categories.map(({ _id, slug, name }) => (
            <li key={_id}>
              <Link
                to={`/products?category=${slug}`}
                className="inline-flex min-h-11 items-center rounded-full px-4 text-sm ring-1 ring-line-strong ring-inset hover:ring-ink"
              >
                {name}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
