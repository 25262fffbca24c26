import { keepPreviousData, type UseQueryResult } from '@tanstack/react-query';
import type { ReactNode, Ref } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Empty } from '../../../ui/empty.tsx';
import type { Address } from './list-address.ts';
import { Loaded } from '../page/loaded.tsx';
import { Pages } from './pages.tsx';

/** For the query of a list: the previous page stays until the next one has arrived. */
export const pageQuery = { placeholderData: keepPreviousData };

type ListProps<Row> = {
  query: UseQueryResult<{ items: Row[]; total: number }>;
  /** Shown if the list can't be loaded. */
  failed: string;
  /** Shown while the list is loaded the first time; skeleton rows unless given. */
  loading?: ReactNode;
  /** Shown if there are no rows. With filters, another text and a button to reset them replace these. */
  empty: { title: string; text: ReactNode; action?: ReactNode; level?: 2 | 3 };
  address?: Pick<Address, 'filtered' | 'reset' | 'page' | 'limit' | 'turn'>;
  /** The noun for a row. With it, the number of rows and the page numbers are below the list. */
  noun?: string;
  ref?: Ref<HTMLDivElement>;
};

/** All states of a list: loading, failed, empty, an empty page, and its rows, which `children` renders. */
export function ListStates<Row>(props: ListProps<Row> & { children: (rows: Row[]) => ReactNode }) {
  const { query, failed, loading, empty, address, noun, ref, children } = props;
  const { isPlaceholderData } = query;
  const reset = address?.filtered && {
    text: 'Nothing matches these filters.',
    action: (
      <Button variant="secondary" onClick={address.reset}>
        Reset all filters
      </Button>
    ),
  };
  return (
    <div ref={ref} tabIndex={-1} className="outline-none" aria-busy={isPlaceholderData}>
      <Loaded query={query} failed={failed} loading={loading}>
        {({ items, total }) => {
          if (total === 0) return <Empty {...empty} {...reset} />;
          if (items.length === 0) {
            const toFirst = <Button onClick={() => address?.turn(1)}>To the first page</Button>;
            return <Empty title="This page is empty" action={toFirst} />;
          }
          return (
            <div className={isPlaceholderData ? 'opacity-60 transition-opacity' : ''}>
              {children(items)}
              {address && noun && <Pages address={address} total={total} noun={noun} />}
            </div>
          );
        }}
      </Loaded>
    </div>
  );
}

/** One column. `className` sizes the cell, and places it in the grid of a card on narrow screens (`max-lg:`). */
export type Column<Row> = { name: ReactNode; className?: string; cell: (row: Row) => ReactNode };

/**
 * A list as a table. Each row is rendered once: on narrow screens it becomes a card (office.css). The class
 * `two-columns` puts two cards beside each other where there is room.
 */
export function List<Row extends { _id: string }>(
  props: ListProps<Row> & {
    columns: Column<Row>[];
    rowClass?: (row: Row) => string;
    onRowClick?: (row: Row) => void;
    /** What unfolds below a row; nothing if it is closed. */
    details?: (row: Row) => ReactNode;
    className?: string;
  },
) {
  const { columns, rowClass, onRowClick, details, className = '', ...states } = props;
  return (
    <ListStates {...states}>
      {(rows) => (
        <table className={`office-table office-list ${className}`}>
          <thead>
            <tr>
              {columns.map(({ name, className: cellClass }, i) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: columns keep their places
                <th key={i} scope="col" className={cellClass}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          {rows.map((row) => {
            const unfolded = details?.(row);
            return (
              <tbody key={row._id} className={rowClass?.(row)}>
                <tr
                  onClick={onRowClick && (() => onRowClick(row))}
                  className={onRowClick ? 'cursor-pointer' : undefined}
                >
                  {columns.map(({ cell, className: cellClass }, i) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: columns keep their places
                    <td key={i} className={cellClass}>
                      {cell(row)}
                    </td>
                  ))}
                </tr>
                {unfolded && (
                  <tr className="unfolded">
                    <td colSpan={columns.length}>{unfolded}</td>
                  </tr>
                )}
              </tbody>
            );
          })}
        </table>
      )}
    </ListStates>
  );
}
