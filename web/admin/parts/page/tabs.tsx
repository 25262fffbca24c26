import { Link, useLocation } from 'react-router';

/** Links to the pages or the parts of a page, as tabs. The current one is `current`, or the one with this path. */
export function Tabs(props: {
  label: string;
  tabs: readonly (readonly [to: string, label: string])[];
  current?: string;
}) {
  const { pathname } = useLocation();
  const { label, tabs, current = pathname } = props;
  return (
    <nav aria-label={label} className="relative mb-5 flex gap-1 overflow-x-auto border-b border-line">
      {tabs.map(([to, name]) => (
        <Link
          key={to}
          ref={to === current ? showTab : undefined}
          to={to}
          // A part of the same page is opened where the reader is.
          preventScrollReset={to.startsWith('?')}
          aria-current={to === current ? 'page' : undefined}
          className="grid min-h-11 place-items-center border-b-2 border-transparent px-3 whitespace-nowrap text-ink-soft hover:text-ink aria-[current=page]:border-press aria-[current=page]:font-semibold aria-[current=page]:text-press"
        >
          {name}
        </Link>
      ))}
    </nav>
  );
}

/** On a phone, the current tab can be outside the visible part. */
function showTab(tab: HTMLAnchorElement | null) {
  const list = tab?.parentElement;
  if (list) list.scrollTo({ left: tab.offsetLeft + (tab.clientWidth - list.clientWidth) / 2 });
}
