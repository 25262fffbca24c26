import { arrayMove } from '@dnd-kit/sortable';
import { GripVertical, Plus, Trash2 } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Confirm } from './confirm.tsx';
import { Sortable, SortableItem } from './sortable-list.tsx';

/** Rows of a form that can be added, sorted and removed. */
export function RowList<Row extends { key: number }>(props: {
  rows: Row[];
  /** The name of a row: 'paragraph', 'team member'. */
  noun: string;
  max: number;
  /** False if the fields of a row already show its number. */
  titled?: boolean;
  error?: string | undefined;
  newRow: () => Row;
  /** Whether a row has content, so that its removal has to be confirmed. */
  needsConfirm?: (row: Row) => boolean;
  onChange: (change: (rows: Row[]) => Row[]) => void;
  /** The fields of a row; `set` changes some of them. */
  children: (row: Row, i: number, set: (change: Partial<Row>) => void) => ReactNode;
}) {
  const { rows, noun, max, titled = true, error, newRow, needsConfirm, onChange, children } = props;
  const list = useRef<HTMLOListElement>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  const [removing, setRemoving] = useState<Row | null>(null);

  function add() {
    onChange((now) => [...now, newRow()]);
    requestAnimationFrame(() =>
      list.current?.lastElementChild?.querySelector<HTMLElement>('input, textarea')?.focus(),
    );
  }
  async function remove(row: Row) {
    onChange((now) => now.filter(({ key }) => key !== row.key));
    addButton.current?.focus();
  }

  const tool =
    'grid size-11 place-items-center rounded-md text-ink-soft hover:bg-paper-deep hover:text-ink lg:size-9';
  return (
    <>
      <Sortable
        ids={rows.map(({ key }) => key)}
        onMove={(from, to) => onChange((now) => arrayMove(now, from, to))}
      >
        <ol ref={list} className="grid gap-4 empty:hidden">
          {rows.map((row, i) => {
            const name = `${noun} ${i + 1}`;
            return (
              <SortableItem
                key={row.key}
                id={row.key}
                name={name}
                className="relative rounded-md bg-card p-3 ring-1 ring-line sm:p-4"
              >
                {(handle) => (
                  <>
                    <div
                      className={titled ? 'mb-2 flex items-center' : 'absolute top-1 right-2 flex sm:top-2'}
                    >
                      {titled && (
                        <p className="mr-auto font-medium text-ink-soft first-letter:uppercase">{name}</p>
                      )}
                      <button {...handle} className={`${tool} cursor-grab`}>
                        <GripVertical className="size-4" aria-hidden="true" />
                      </button>
                      <button
                        type="button"
                        aria-label={`Remove ${name}`}
                        onClick={() => (needsConfirm?.(row) ? setRemoving(row) : remove(row))}
                        className={`${tool} hover:text-madder`}
                      >
                        <Trash2 className="size-4" aria-hidden="true" />
                      </button>
                    </div>
                    {children(row, i, (change) =>
                      onChange((now) =>
                        now.map((each) => (each.key === row.key ? { ...each, ...change } : each)),
                      ),
                    )}
                  </>
                )}
              </SortableItem>
            );
          })}
        </ol>
      </Sortable>
      {error && (
        <p role="alert" className="mt-3 font-medium text-madder">
          {error}
        </p>
      )}
      <Button
        ref={addButton}
        variant="secondary"
        disabled={rows.length >= max}
        onClick={add}
        className={rows.length > 0 ? 'mt-4' : ''}
      >
        <Plus className="size-4" aria-hidden="true" />
        Add {noun}
      </Button>
      <Confirm
        open={removing}
        title={`Remove this ${noun}?`}
        action="Remove"
        onClose={() => setRemoving(null)}
        onConfirm={remove}
      >
        <p>Its content is removed with it.</p>
      </Confirm>
    </>
  );
}
