import { ChevronDown } from 'lucide-react';
import type { Category } from '../../../../shared/contract/catalogue/catalogue.ts';
import { Picture } from '../../../ui/picture.tsx';

export function MenuCategories({
  categories,
  onNavigate,
}: {
  categories: Category[];
  onNavigate: () => void;
}) {
  return categories.map(({ _id, name, slug, image, subcategories }) => {
    const path = `/products?category=${slug}`;
    const head = (
      <>
        <span className="w-12 shrink-0 overflow-hidden rounded-md">
          <Picture path={image} alt="" sizes="48px" widths={[160]} />
        </span>
        <span className="min-w-0 flex-1 wrap-anywhere">{name}</span>
      </>
    );
    const headClass = 'flex min-h-16 items-center gap-4 py-2';
    if (subcategories.length === 0)
      return (
        <li key={_id} className="border-b border-line">
          <a href={path} onClick={onNavigate} className={headClass}>
            {head}
          </a>
        </li>
      );
    return (
      <li key={_id} className="border-b border-line">
        <details className="group">
          <summary className={`${headClass} cursor-pointer list-none [&::-webkit-details-marker]:hidden`}>
            {head}
            <ChevronDown className="size-5 shrink-0 text-ink-soft transition-transform group-open:rotate-180" />
          </summary>
          <ul className="pb-3 pl-16">
            {[...subcategories, null].map((subcategory) => (
              <li key={subcategory?._id ?? 'all'}>
                <a
                  href={subcategory ? `${path}&subcategory=${subcategory.slug}` : path}
                  onClick={onNavigate}
                  className="block min-h-11 content-center"
                >
                  {subcategory ? subcategory.name : `All ${name}`}
                </a>
              </li>
            ))}
          </ul>
        </details>
      </li>
    );
  });
}
