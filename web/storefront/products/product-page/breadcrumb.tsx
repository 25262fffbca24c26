import { ChevronRight } from 'lucide-react';
import type { Product } from '../../../../shared/contract/catalogue/catalogue.ts';
import { listingPath } from '../listing/filters.ts';

type Step = { name: string; path: string };

/** Home > Products > category > subcategory > product. */
export function breadcrumbTrail({ category, subcategory, name, slug }: Product): Step[] {
  const trail = [
    { name: 'Home', path: '/' },
    { name: 'Products', path: '/products' },
  ];
  if (category) trail.push({ name: category.name, path: listingPath({ category: category.slug }) });
  if (category && subcategory) {
    const path = listingPath({ category: category.slug, subcategory: subcategory.slug });
    trail.push({ name: subcategory.name, path });
  }
  return [...trail, { name, path: `/products/${slug}` }];
}

export function Breadcrumb({ trail }: { trail: Step[] }) {
  return (
    <nav aria-label="Breadcrumb">
      <ol className="flex items-center gap-1 overflow-x-auto text-sm whitespace-nowrap text-ink-soft [scrollbar-width:none]">
        {trail.map(({ name, path }, index) => {
          const last = index === trail.length - 1;
          return (
            <li key={path} className={`flex items-center gap-1 ${last ? 'min-w-0' : 'shrink-0'}`}>
              {index > 0 && <ChevronRight className="size-3.5 shrink-0" />}
              {last ? (
                <span aria-current="page" className="truncate">
                  {name}
                </span>
              ) : (
                <a
                  href={path}
                  className="inline-flex min-h-9 items-center underline-offset-4 hover:text-ink hover:underline"
                >
                  {name}
                </a>
              )}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
