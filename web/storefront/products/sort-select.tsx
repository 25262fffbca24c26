import { useNavigate, useSearchParams } from 'react-router';
import { listingPathWith, readParam, sortOptions } from './filters.ts';

/** The sort order of the listing. It belongs to the form with the id `form`, which submits it without JavaScript. */
export function SortSelect({ form }: { form: string }) {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const sort = readParam(params, 'sort');
  return (
    <label className="flex items-center gap-2 text-sm">
      <span className="text-ink-soft max-sm:sr-only">Sort by</span>
      <select
        key={sort}
        name="sort"
        form={form}
        defaultValue={sort}
        onChange={(event) =>
          navigate(listingPathWith(params, { sort: event.currentTarget.value }), {
            replace: true,
            preventScrollReset: true,
          })
        }
        className="min-h-11 rounded-full bg-card pr-9 pl-4 text-sm font-medium ring-1 ring-line-strong ring-inset hover:ring-ink"
      >
        {sortOptions.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </label>
  );
}
