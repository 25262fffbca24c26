import { keepPreviousData, type UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, type Ref, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { ErrorBanner } from './error-banner.tsx';
import { SkeletonRows } from './page-head.tsx';
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
  filtered?: boolean;
  onReset?: () => void;
  /** Page numbers under the list. */
  paging?: { page: number; limit: number; noun: string; onTurn: (page: number) => void };
  ref?: Ref<HTMLDivElement>;
};

/** All states of a list: loading, failed, empty, an empty page, and its rows, which `children` renders. */
export function ListStates<Row>(props: ListProps<Row> & { children: (rows: Row[]) => ReactNode }) {
  const { query, failed, loading, empty, filtered, onReset, paging, ref, children } = props;
  const { data, isError, errorUpdatedAt, isPlaceholderData, refetch } = query;
  const [dismissed, setDismissed] = useState(0);
  const { items = [], total = 0 } = data ?? {};
  return (
    <div ref={ref} tabIndex={-1} className="outline-none" aria-busy={isPlaceholderData}>
      {isError && errorUpdatedAt !== dismissed && (
        <ErrorBanner
          message={failed}
          onRetry={() => refetch()}
          onDismiss={() => setDismissed(errorUpdatedAt)}
        />
      )}
      {!data && !isError && (loading ?? <SkeletonRows />)}
      {data && total === 0 && (
        <Empty
          {...empty}
          {...(filtered && {
            text: 'Nothing matches these filters.',
            action: (
              <Button variant="secondary" onClick={onReset}>
                Reset all filters
              </Button>
            ),
          })}
        />
      )}
      {total > 0 && items.length === 0 && (
        <Empty
          title="This page is empty"
          action={<Button onClick={() => paging?.onTurn(1)}>To the first page</Button>}
        />
      )}
      {items.length > 0 && (
        <div className={isPlaceholderData ? 'opacity-60 transition-opacity' : ''}>
          {children(items)}
          {paging && <Pages {...paging} pages={Math.ceil(total / paging.limit)} total={total} />}
        </div>
      )}
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
