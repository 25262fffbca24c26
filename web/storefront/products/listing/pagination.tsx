import { ArrowLeft, ArrowRight, type LucideIcon } from 'lucide-react';
import { listingPathWith } from './filters.ts';

const maxNumbers = 5;

/** The pages of a listing. With values of facets, which each link repeats, only the next one: the previous is above. */
export function Pagination({ params, ...pages }: { page: number; pages: number; params: URLSearchParams }) {
  return (
    <PageLinks
      {...pages}
      hasNumbers={!params.has('brand') && !params.has('filter')}
      to={(number) => listingPathWith(params, { page: String(number) })}
    />
  );
}

/** Links to the previous and next page, and to at most five pages around the current one. */
export function PageLinks({
  page,
  pages,
  hasNumbers = true,
  to,
}: {
  page: number;
  pages: number;
  hasNumbers?: boolean;
  to: (page: number) => string;
}) {
  if (pages <= 1) return null;
  const first = Math.max(1, Math.min(page - 2, pages - maxNumbers + 1));
  const numbers = Array.from({ length: Math.min(maxNumbers, pages) }, (_, index) => first + index);
  return (
    <nav
      aria-label="Pages"
      className="mt-14 flex items-center justify-center gap-1 border-t border-line pt-8"
    >
      {hasNumbers && (
        <PageArrow Icon={ArrowLeft} to={page > 1 ? to(page - 1) : null} rel="prev" label="Previous page" />
      )}
      {hasNumbers ? (
        <ul className="flex">
          {numbers.map((number) => (
            <li key={number}>
              <a
                href={to(number)}
                aria-label={`Page ${number}`}
                aria-current={number === page ? 'page' : undefined}
                className="page-number"
              >
                {number}
              </a>
            </li>
          ))}
        </ul>
      ) : (
        <p className="figures px-3 text-sm">{`Page ${page} of ${pages}`}</p>
      )}
      <PageArrow Icon={ArrowRight} to={page < pages ? to(page + 1) : null} rel="next" label="Next page" />
    </nav>
  );
}

type ArrowProps = { Icon: LucideIcon; to: string | null; rel: string; label: string };

function PageArrow({ Icon, to, rel, label }: ArrowProps) {
  const base = 'grid size-11 place-items-center rounded-full';
  const icon = <Icon className="size-5" />;
  if (to === null) return <span className={`${base} text-line-strong`}>{icon}</span>;
  const className = `${base} text-press hover:bg-press-tint`;
  return (
    <a href={to} rel={rel} aria-label={label} className={className}>
      {icon}
    </a>
  );
}
