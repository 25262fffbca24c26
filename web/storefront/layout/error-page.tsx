import { Island } from '../../islands/island.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { describeError } from './failure.ts';
import { Retry } from './retry.tsx';
import { SearchBox } from './search-box.tsx';
import type { CategoryLink } from './shop.ts';

export function ErrorPage({ error, categories }: { error: unknown; categories: CategoryLink[] }) {
  const { kind, title, text } = describeError(error);
  const missing = kind === 'missing';
  return (
    <div className="shell">
      <title>{missing ? 'Page not found' : title}</title>
      <meta name="robots" content="noindex" />
      <Empty
        level={1}
        title={title}
        text={text}
        action={
          <>
            {missing ? (
              <SearchBox className="w-full" />
            ) : (
              <Island name="retry" component={Retry} props={{}} eager />
            )}
            <ButtonLink href="/" variant={missing ? 'primary' : 'secondary'}>
              Back to Home
            </ButtonLink>
            <ButtonLink href="/products" variant="secondary">
              All Products
            </ButtonLink>
          </>
        }
      />
      {categories.length > 0 && (
        <ul className="mx-auto mb-8 flex max-w-2xl flex-wrap justify-center gap-2">
          {categories.map(({ _id, slug, name }) => (
            <li key={_id} className="max-w-full">
              <a
                href={`/products?category=${slug}`}
                className="inline-flex min-h-11 max-w-full items-center rounded-button px-4 text-sm wrap-anywhere ring-1 ring-line-strong ring-inset hover:ring-ink"
              >
                {name}
              </a>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
