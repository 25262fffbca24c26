import { ChevronLeft, ChevronRight } from 'lucide-react';
import { counted } from './count.ts';

const max = 5;

/** How many there are and the pages to turn: at most five numbers around the one shown (spec §9). */
export function Pages({
  page,
  pages,
  total,
  noun,
  onTurn,
}: {
  page: number;
  pages: number;
  total: number;
  noun: string;
  onTurn: (page: number) => void;
}) {
  const first = Math.max(1, Math.min(page - 2, pages - max + 1));
  const numbers = Array.from({ length: Math.min(max, pages) }, (_, i) => first + i);
  const look =
    'figures grid size-11 place-items-center rounded-md enabled:hover:bg-paper-deep disabled:opacity-40 lg:size-9 ' +
    'aria-[current=page]:bg-press aria-[current=page]:font-semibold aria-[current=page]:text-on-press';
  return (
    <div className="mt-4 flex flex-wrap items-center justify-between gap-3">
      <p className="figures text-ink-soft">{counted(total, noun)}</p>
      {pages > 1 && (
        <nav aria-label="Pages" className="flex">
          <button
            type="button"
            aria-label="Previous page"
            disabled={page <= 1}
            onClick={() => onTurn(page - 1)}
            className={look}
          >
            <ChevronLeft className="size-4" />
          </button>
          {numbers.map((number) => (
            <button
              key={number}
              type="button"
              aria-label={`Page ${number}`}
              aria-current={number === page ? 'page' : undefined}
              onClick={() => onTurn(number)}
              className={look}
            >
              {number}
            </button>
          ))}
          <button
            type="button"
            aria-label="Next page"
            disabled={page >= pages}
            onClick={() => onTurn(page + 1)}
            className={look}
          >
            <ChevronRight className="size-4" />
          </button>
        </nav>
      )}
    </div>
  );
}
