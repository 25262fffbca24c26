import { X } from 'lucide-react';
import { rupees } from '../../../shared/money.ts';
import type { ShopBasics } from '../layout/page-data.ts';
import { collections, type FilterName, listingPathWith, priceRange, readParam } from './filters.ts';

type Chip = { label: string; removes: FilterName[] };

/** A chip for each filter in the address. */
export function activeFilters(params: URLSearchParams, categories: ShopBasics['categories']): Chip[] {
  const chips: Chip[] = [];
  const search = readParam(params, 'search');
  const category = categories.find(({ slug }) => slug === readParam(params, 'category'));
  const subcategory = category?.subcategories.find(({ slug }) => slug === readParam(params, 'subcategory'));
  if (search) chips.push({ label: `“${search}”`, removes: ['search'] });
  if (category) chips.push({ label: category.name, removes: ['category', 'subcategory'] });
  if (subcategory) chips.push({ label: subcategory.name, removes: ['subcategory'] });
  const { minPrice = 0, maxPrice = 0 } = priceRange(params);
  if (minPrice > 0) chips.push({ label: `From ${rupees(minPrice)}`, removes: ['minPrice'] });
  if (maxPrice > 0) chips.push({ label: `Up to ${rupees(maxPrice)}`, removes: ['maxPrice'] });
  for (const { name, label } of collections) {
    if (readParam(params, name) === 'true') chips.push({ label, removes: [name] });
  }
  if (readParam(params, 'inStock') === 'true') chips.push({ label: 'In stock only', removes: ['inStock'] });
  return chips;
}

/** The active filters as links that remove them. */
export function ActiveFilters({ chips, params }: { chips: Chip[]; params: URLSearchParams }) {
  if (chips.length === 0) return null;
  return (
    <ul aria-label="Active filters" className="flex flex-wrap gap-2 pb-6">
      {chips.map(({ label, removes }) => (
        <li key={label} className="max-w-full">
          <a
            data-in-place
            href={listingPathWith(params, Object.fromEntries(removes.map((name) => [name, ''])))}
            className="inline-flex min-h-9 max-w-full items-center gap-1.5 rounded-full bg-press-tint pr-2.5 pl-3.5 text-sm text-press hover:bg-press hover:text-on-press"
          >
            <span className="sr-only">Remove filter </span>
            <span className="truncate">{label}</span>
            <X className="size-4 shrink-0" />
          </a>
        </li>
      ))}
    </ul>
  );
}
