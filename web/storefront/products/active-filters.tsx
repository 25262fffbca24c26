import { X } from 'lucide-react';
import { Link } from 'react-router';
import { rupees } from '../../../shared/money.ts';
import type { CategoryLink } from '../layout/shop.ts';
import { asked, changed, collections, type FilterName, priceRange } from './filters.ts';

type Chip = { label: string; without: FilterName[] };

/** What the address asks for, one chip each. */
export function activeFilters(params: URLSearchParams, categories: CategoryLink[]): Chip[] {
  const chips: Chip[] = [];
  const search = asked(params, 'search');
  const category = categories.find(({ slug }) => slug === asked(params, 'category'));
  const subcategory = category?.subcategories.find(({ slug }) => slug === asked(params, 'subcategory'));
  if (search) chips.push({ label: `“${search}”`, without: ['search'] });
  if (category) chips.push({ label: category.name, without: ['category', 'subcategory'] });
  if (subcategory) chips.push({ label: subcategory.name, without: ['subcategory'] });
  const { minPrice = 0, maxPrice = 0 } = priceRange(params);
  if (minPrice > 0) chips.push({ label: `From ${rupees(minPrice)}`, without: ['minPrice'] });
  if (maxPrice > 0) chips.push({ label: `Up to ${rupees(maxPrice)}`, without: ['maxPrice'] });
  for (const { name, label } of collections) {
    if (asked(params, name) === 'true') chips.push({ label, without: [name] });
  }
  if (asked(params, 'inStock') === 'true') chips.push({ label: 'In stock only', without: ['inStock'] });
  return chips;
}

/** The chips, each a link that takes its filter away. */
export function ActiveFilters({ chips, params }: { chips: Chip[]; params: URLSearchParams }) {
  if (chips.length === 0) return null;
  return (
    <ul aria-label="Active filters" className="flex flex-wrap gap-2 pb-6">
      {chips.map(({ label, without }) => (
        <li key={label} className="max-w-full">
          <Link
            to={changed(params, Object.fromEntries(without.map((name) => [name, ''])))}
            preventScrollReset
            className="inline-flex min-h-9 max-w-full items-center gap-1.5 rounded-full bg-press-tint pr-2.5 pl-3.5 text-sm text-press hover:bg-press hover:text-on-press"
          >
            <span className="sr-only">Remove filter </span>
            <span className="truncate">{label}</span>
            <X className="size-4 shrink-0" aria-hidden="true" />
          </Link>
        </li>
      ))}
    </ul>
  );
}
