import { Columns3 } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { Column } from './column-kinds.ts';

const key = 'product-table-columns';

/**
 * Which columns are shown, stored in this browser as those that differ from the default. The name always is. The columns
 * with the ids in `first` stand beside it.
 */
export function useColumnChoice(all: Column[], first: string[]) {
  const order = first.join(' ');
  const columns = useMemo(() => {
    const leading = ['name', ...order.split(' ')];
    const isLeading = ({ id }: Column) => leading.includes(id);
    return [...all.filter(isLeading), ...all.filter((column) => !isLeading(column))];
  }, [all, order]);
  const [switched, setSwitched] = useState<string[]>(() =>
    (localStorage.getItem(key) ?? '').split(' ').filter(Boolean),
  );
  const isShown = ({ id, isHidden = false }: Column) => id === 'name' || isHidden === switched.includes(id);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same list as long as the choice is the same
  const shown = useMemo(() => columns.filter(isShown), [columns, switched]);
  const toggle = (id: string) => {
    const next = switched.includes(id) ? switched.filter((item) => item !== id) : [...switched, id];
    localStorage.setItem(key, next.join(' '));
    setSwitched(next);
  };
  return {
    columns,
    shown,
    isShown,
    toggle,
    show: (id: string) => {
      const column = columns.find((item) => item.id === id);
      if (column && !isShown(column)) toggle(id);
    },
  };
}

/** The columns to choose from. */
export function ColumnChoice({ choice }: { choice: ReturnType<typeof useColumnChoice> }) {
  const { columns, isShown, toggle } = choice;
  return (
    <details className="relative">
      <summary className="button button-secondary button-md list-none">
        <Columns3 className="size-4" />
        Columns
      </summary>
      <ul className="absolute right-0 z-30 mt-1 grid max-h-96 w-60 overflow-auto rounded-md bg-card p-2 shadow-lg ring-1 ring-line-strong max-sm:-left-20">
        {columns
          .filter(({ id }) => id !== 'name')
          .map((column) => (
            <li key={column.id}>
              <label className="touch flex min-h-9 items-center gap-2 px-2">
                <input
                  type="checkbox"
                  checked={isShown(column)}
                  onChange={() => toggle(column.id)}
                  className="size-4.5"
                />
                {column.label}
              </label>
            </li>
          ))}
      </ul>
    </details>
  );
}
