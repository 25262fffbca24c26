import { useEffect, useState } from 'react';
import { usePageData } from '../../layout/page-data.ts';
import { formParams, formPath, listingPathWith, readParam, sortOptions } from './filters.ts';
import { showListing } from './show-listing.ts';

/** The sort order of the listing. It belongs to the form with the id `form`, which submits it without JavaScript. */
export function SortSelect({ form }: { form: string }) {
  const params = new URLSearchParams(usePageData().search);
  const sort = readParam(params, 'sort');
  const [chosen, setChosen] = useState(sort);
  useEffect(() => setChosen(sort), [sort]);
  return (
    <label className="flex min-w-0 items-center gap-2 text-sm">
      <span className="text-ink-soft max-sm:sr-only">Sort by</span>
      <select
        name="sort"
        form={form}
        value={chosen}
        onChange={({ currentTarget: { value, form: filters } }) => {
          setChosen(value);
          // With the filters that were changed immediately before.
          const path = filters ? formPath(formParams(filters)) : listingPathWith(params, { sort: value });
          showListing(path, 'push');
        }}
        className="min-h-11 min-w-0 rounded-button bg-card pr-9 pl-4 text-sm font-medium ring-1 ring-line-strong ring-inset hover:ring-ink"
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
