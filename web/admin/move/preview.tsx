import { skipToken, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Move } from '../../../shared/contract/moves.ts';
import { Button } from '../../ui/button.tsx';
import { read } from '../parts/data.ts';
import { pageQuery } from '../parts/list/list.tsx';
import { Loaded } from '../parts/page/loaded.tsx';
import { formatCount } from '../parts/text.ts';
import { type Kind, kindNames } from './words.ts';

/** What a move creates, finds, and leaves out of each kind; the remarks of a kind unfold. */
export function Preview({ move }: { move: Move }) {
  const { _id: id, counts } = move;
  return (
    <ul className="divide-y divide-line rounded-md bg-card ring-1 ring-line">
      {counts.map(({ kind, new: created, known, left, remarks }) => (
        <li key={kind} className="px-4 py-3">
          <div className="grid grid-cols-[minmax(0,1fr)_auto_auto_auto] items-baseline gap-x-5 max-sm:grid-cols-3">
            <h3 className="text-base max-sm:col-span-3">{kindNames[kind]}</h3>
            <Count label={move.state === 'imported' ? 'moved' : 'new'} value={created} strong />
            <Count label="already here" value={known} />
            <Count label="left out" value={left} />
          </div>
          {remarks > 0 && <Remarks id={id} kind={kind} count={remarks} />}
        </li>
      ))}
    </ul>
  );
}

const Count = ({ label, value, strong }: { label: string; value: number; strong?: boolean }) => (
  <p className="figures">
    <span className={strong ? 'font-semibold' : ''}>{formatCount(value)}</span>{' '}
    <span className="text-xs text-ink-soft">{label}</span>
  </p>
);

const atOnce = 50;
const outcomes = { new: 'imported', known: 'already here', left: 'left out' };

function Remarks({ id, kind, count }: { id: string; kind: Kind; count: number }) {
  const [isOpen, setOpen] = useState(false);
  const [page, setPage] = useState(1);
  const options = read('GET /moves/:id/remarks', { params: { id }, query: { kind, page, limit: atOnce } });
  const query = useQuery({ ...options, queryFn: isOpen ? options.queryFn : skipToken, ...pageQuery });
  return (
    <details className="mt-1" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="min-h-8 cursor-pointer content-center text-ink-soft">
        {`${formatCount(count)} with a remark: which lines, and why`}
      </summary>
      {isOpen && (
        <Loaded query={query} failed="The lines could not be loaded. Please try again.">
          {({ items, total }) => (
            <>
              <ul className="divide-y divide-line border-t border-line">
                {items.map(({ file, line, label, outcome, reason }) => (
                  <li key={`${file} ${line} ${label} ${reason}`} className="py-2 wrap-anywhere">
                    <span className="figures text-xs text-ink-soft">
                      {`${file}, line ${line}, ${outcomes[outcome]} `}
                    </span>
                    <span className="font-medium">{label} — </span>
                    {reason}
                  </li>
                ))}
              </ul>
              {total > atOnce && (
                <div className="mt-2 flex items-center gap-3">
                  <Button variant="secondary" disabled={page === 1} onClick={() => setPage(page - 1)}>
                    Previous
                  </Button>
                  <span className="figures text-ink-soft">
                    {`${formatCount((page - 1) * atOnce + 1)} to ${formatCount(Math.min(total, page * atOnce))} of ${formatCount(total)}`}
                  </span>
                  <Button
                    variant="secondary"
                    disabled={page * atOnce >= total}
                    onClick={() => setPage(page + 1)}
                  >
                    Next
                  </Button>
                </div>
              )}
            </>
          )}
        </Loaded>
      )}
    </details>
  );
}
