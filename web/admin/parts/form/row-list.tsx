import { arrayMove } from '@dnd-kit/sortable';
import { Plus, Trash2 } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { Button } from '../../../ui/button.tsx';
import { confirm } from '../confirm.tsx';
import { IconButton } from '../icon-button.tsx';
import { ErrorText } from '../page/error-banner.tsx';
import { Sortable, SortableItem } from './sortable-list.tsx';

let lastKey = 0;

/** Rows of a form that can be added, sorted and removed. */
export function RowList<Row>(props: {
  rows: Row[];
  noun: string;
  max: number;
  /** False if the fields of a row already show its number. */
  titled?: boolean;
  error?: string | undefined;
  newRow: Row;
  /** Whether a row has content, so that its removal has to be confirmed. */
  needsConfirm?: (row: Row) => boolean;
  onChange: (change: (rows: Row[]) => Row[]) => void;
  /** The fields of a row; `set` changes it, even after it was moved. */
  children: (row: Row, i: number, set: (change: (row: Row) => Row) => void) => ReactNode;
}) {
  const { rows, noun, max, titled = true, error, newRow, needsConfirm, onChange, children } = props;
  const list = useRef<HTMLOListElement>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  const keys = useRef<number[]>([]);
  keys.current = rows.map((_, i) => keys.current[i] ?? ++lastKey);

  function add() {
    onChange((before) => [...before, newRow]);
    requestAnimationFrame(() =>
      list.current?.lastElementChild?.querySelector<HTMLElement>('input, textarea')?.focus(),
    );
  }
  async function remove(key: number) {
    const i = keys.current.indexOf(key);
    keys.current = keys.current.toSpliced(i, 1);
    onChange((before) => before.toSpliced(i, 1));
    addButton.current?.focus();
  }
  const confirmRemoval = (key: number) =>
    confirm({
      title: `Remove this ${noun}?`,
      action: 'Remove',
      text: 'Its content is removed with it.',
      onConfirm: () => remove(key),
    });
  function move(from: number, to: number) {
    keys.current = arrayMove(keys.current, from, to);
    onChange((before) => arrayMove(before, from, to));
  }
  function set(key: number, change: (row: Row) => Row) {
    const i = keys.current.indexOf(key);
    onChange((before) => before.map((row, index) => (index === i ? change(row) : row)));
  }

  return (
    <>
      <Sortable ids={keys.current} onMove={move}>
        <ol ref={list} className="grid gap-4 empty:hidden">
          {rows.map((row, i) => {
            const key = keys.current[i] ?? 0;
            const name = `${noun} ${i + 1}`;
            return (
              <SortableItem
                key={key}
                id={key}
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
                      {handle}
                      <IconButton
                        icon={Trash2}
                        label={`Remove ${name}`}
                        onClick={() => (needsConfirm?.(row) ? confirmRemoval(key) : remove(key))}
                        className="hover:text-madder"
                      />
                    </div>
                    {children(row, i, (change) => set(key, change))}
                  </>
                )}
              </SortableItem>
            );
          })}
        </ol>
      </Sortable>
      <ErrorText className="mt-3">{error}</ErrorText>
      <Button
        ref={addButton}
        variant="secondary"
        disabled={rows.length >= max}
        onClick={add}
        className={rows.length > 0 ? 'mt-4' : ''}
      >
        <Plus className="size-4" />
        Add {noun}
      </Button>
    </>
  );
}
