import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Confirm } from './confirm.tsx';
import { moved } from './sortable.ts';

/** Rows of a form that can be added, put in another order and removed. */
export function RowList<Row extends { key: number }>(props: {
  rows: Row[];
  /** What one row is: 'paragraph', 'team member' … */
  noun: string;
  most: number;
  /** False where the fields of a row say themselves which one it is. */
  titled?: boolean;
  error?: string | undefined;
  empty: () => Row;
  /** Whether so much is written in a row that its removal is asked about. */
  asksFor?: (row: Row) => boolean;
  onChange: (change: (rows: Row[]) => Row[]) => void;
  /** The fields of a row; `set` changes some of them. */
  children: (row: Row, i: number, set: (change: Partial<Row>) => void) => ReactNode;
}) {
  const { rows, noun, most, titled = true, error, empty, asksFor, onChange, children } = props;
  const list = useRef<HTMLOListElement>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  const [going, setGoing] = useState<Row | null>(null);

  function add() {
    onChange((now) => [...now, empty()]);
    requestAnimationFrame(() =>
      list.current?.lastElementChild?.querySelector<HTMLElement>('input, textarea')?.focus(),
    );
  }
  function remove(row: Row) {
    onChange((now) => now.filter(({ key }) => key !== row.key));
    addButton.current?.focus();
  }
  function move(i: number, step: number, button: HTMLElement) {
    onChange((now) => moved(now, i, i + step));
    // An element that is moved in the page loses the focus.
    requestAnimationFrame(() => button.focus());
  }

  const tool =
    'grid size-11 place-items-center rounded-md text-ink-soft hover:bg-paper-deep hover:text-ink disabled:opacity-35 lg:size-9';
  return (
    <>
      <ol ref={list} className="grid gap-4 empty:hidden">
        {rows.map((row, i) => {
          const name = `${noun} ${i + 1}`;
          return (
            <li key={row.key} className="relative rounded-md p-3 ring-1 ring-line sm:p-4">
              <div className={titled ? 'mb-2 flex items-center' : 'absolute top-1 right-2 flex sm:top-2'}>
                {titled && <p className="mr-auto font-medium text-ink-soft first-letter:uppercase">{name}</p>}
                <button
                  type="button"
                  aria-label={`Move ${name} up`}
                  disabled={i === 0}
                  onClick={(event) => move(i, -1, event.currentTarget)}
                  className={tool}
                >
                  <ArrowUp className="size-4" aria-hidden="true" />
                </button>
                <button
                  type="button"
                  aria-label={`Move ${name} down`}
                  disabled={i === rows.length - 1}
                  onClick={(event) => move(i, 1, event.currentTarget)}
                  className={tool}
                >
                  <ArrowDown className="size-4" aria-hidden="true" />
                </button>
                <button
                  type="button"
                  aria-label={`Remove ${name}`}
                  onClick={() => (asksFor?.(row) ? setGoing(row) : remove(row))}
                  className={`${tool} hover:text-madder`}
                >
                  <Trash2 className="size-4" aria-hidden="true" />
                </button>
              </div>
              {children(row, i, (change) =>
                onChange((now) => now.map((each) => (each.key === row.key ? { ...each, ...change } : each))),
              )}
            </li>
          );
        })}
      </ol>
      {error && (
        <p role="alert" className="mt-3 font-medium text-madder">
          {error}
        </p>
      )}
      <Button
        ref={addButton}
        variant="secondary"
        disabled={rows.length >= most}
        onClick={add}
        className={rows.length > 0 ? 'mt-4' : ''}
      >
        <Plus className="size-4" aria-hidden="true" />
        Add {noun}
      </Button>
      {asksFor && (
        <Confirm
          open={going !== null}
          title={`Remove this ${noun}?`}
          action="Remove"
          onClose={() => setGoing(null)}
          onConfirm={async () => {
            if (going) remove(going);
          }}
        >
          <p>What is written in it goes with it.</p>
        </Confirm>
      )}
    </>
  );
}
