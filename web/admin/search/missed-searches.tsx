import type { SearchSettings } from '../../../shared/contract/search-settings.ts';
import { orderDate } from '../../../shared/order-date.ts';
import { Button } from '../../ui/button.tsx';

/** The searches of shoppers that found nothing. `onAdd` begins a set of synonyms with one of them, a single word. */
export function MissedSearches({
  missed,
  onAdd,
}: {
  missed: SearchSettings['missed'];
  onAdd: (query: string) => void;
}) {
  return (
    <section aria-labelledby="missed" className="min-w-0">
      <h2 id="missed" className="mb-3 text-lg">
        Searches without a result
      </h2>
      {missed.length === 0 && (
        <p className="text-ink-soft">Searches that find no product appear here for 90 days.</p>
      )}
      <ul className="divide-y divide-line">
        {missed.map(({ query, count, lastAt }) => (
          <li key={query} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-3">
            <div className="min-w-0">
              <p className="wrap-anywhere">{query}</p>
              <p className="figures text-sm text-ink-soft">
                {count === 1 ? 'Once' : `${count.toLocaleString('en-IN')} times`}, last on {orderDate(lastAt)}
              </p>
            </div>
            {!query.includes(' ') && (
              <Button variant="secondary" aria-label={`Add synonym: ${query}`} onClick={() => onAdd(query)}>
                Add synonym
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
