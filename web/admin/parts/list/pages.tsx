import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Address } from './list-address.ts';
import { counted } from '../text.ts';

const max = 5;

/** The number of rows, and links to at most five pages around the current one (spec §9). */
export function Pages(props: {
  address: Pick<Address, 'page' | 'limit' | 'turn'>;
  total: number;
  noun: string;
}) {
  const { address, total, noun } = props;
  const { page, limit, turn } = address;
  const pages = Math.ceil(total / limit);
  const first = Math.max(1, Math.min(page - 2, pages - max + 1));
  const numbers = Array.from({ length: Math.min(max, pages) }, (_, i) => first + i);
  const button = (to: number, label: string, content: ReactNode) => (
    <button
      key={label}
      type="button"
      aria-label={label}
      aria-current={to === page ? 'page' : undefined}
      disabled={to < 1 || to > pages}
      onClick={() => turn(to)}
      className="figures grid size-11 place-items-center rounded-md enabled:hover:bg-paper-deep disabled:opacity-40 aria-[current=page]:bg-press aria-[current=page]:font-semibold aria-[current=page]:text-on-press lg:size-9"
    >
      {content}
    </button>
  );
  return (
    <div className="mt-4 flex flex-wrap items-center justify-between gap-3">
      <p className="figures text-ink-soft">{counted(total, noun)}</p>
      {pages > 1 && (
        <nav aria-label="Pages" className="flex">
          {button(page - 1, 'Previous page', <ChevronLeft className="size-4" />)}
          {numbers.map((number) => button(number, `Page ${number}`, number))}
          {button(page + 1, 'Next page', <ChevronRight className="size-4" />)}
        </nav>
      )}
    </div>
  );
}
