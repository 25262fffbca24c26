import { rupees } from '../../../../shared/money.ts';
import { listingPathWith } from './filters.ts';

/** Says which prices were read in the words of the search, with a link that searches for all of its words instead. */
export function PricesOfSearch({
  min,
  max,
  params,
}: {
  min?: number;
  max?: number;
  params: URLSearchParams;
}) {
  const range = [min !== undefined && `from ${rupees(min)}`, max !== undefined && `up to ${rupees(max)}`];
  return (
    <p className="mb-4 text-ink-soft">
      Your search names a price: products{' '}
      <strong className="font-medium text-ink">{range.filter(Boolean).join(' ')}</strong>.{' '}
      <a
        href={listingPathWith(params, { minPrice: '0' })}
        className="inline-flex min-h-9 items-center font-medium text-press underline underline-offset-4"
      >
        Search for these words instead
      </a>
    </p>
  );
}
