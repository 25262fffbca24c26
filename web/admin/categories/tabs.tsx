import { NavLink } from 'react-router';

const tabs = [
  ['/admin/categories', 'Categories'],
  ['/admin/brands', 'Brands'],
  ['/admin/product-types', 'Product types'],
] as const;

/** The three ways in which products are grouped. */
export function GroupTabs() {
  return (
    <nav aria-label="Groups" className="mb-5 flex gap-1 border-b border-line">
      {tabs.map(([to, label]) => (
        <NavLink
          key={to}
          to={to}
          className="-mb-px grid min-h-11 place-items-center border-b-2 border-transparent px-3 text-ink-soft hover:text-ink aria-[current=page]:border-press aria-[current=page]:font-semibold aria-[current=page]:text-press"
        >
          {label}
        </NavLink>
      ))}
    </nav>
  );
}
