import { keepPreviousData, type UseQueryResult } from '@tanstack/react-query';
import type { ReactNode, Ref } from 'react';
import { Button } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { LoadError, SkeletonRows } from './page-head.tsx';
import { Pages } from './pages.tsx';

/** One column. `className` places the cell in the grid of a card on narrow screens (`max-lg:`), and sets its width. */
export type Column<Row> = { name: ReactNode; className?: string; cell: (row: Row) => ReactNode };

/** For the query of a list: the previous page stays until the next one has arrived. */
export const pageQuery = { placeholderData: keepPreviousData };

/**
 * A list with all its states: loading, failed, empty, an empty page. A row is rendered once, as a table row on wide
 * screens and as a card on narrow ones (office.css).
 */
export function List<Row extends { _id: string }>(props: {
  query: UseQueryResult<{ items: Row[]; total: number }>;
  columns: Column<Row>[];
  /** Shown if the list can't be loaded. */
  failed: string;
  /** Shown while the list is loaded the first time; skeleton rows unless given. */
  loading?: ReactNode;
  /** Shown if there are no rows. With filters, the text and the button to reset them replace these. */
  empty: { title: string; text: ReactNode; action?: ReactNode };
  filtered?: boolean;
  onReset?: () => void;
  /** Page numbers under the list, if it has more than one page. */
  paging?: { page: number; limit: number; noun: string; onTurn: (page: number) => void };
  rowClass?: (row: Row) => string;
  onRowClick?: (row: Row) => void;
  /** What unfolds below a row; nothing if it is closed. */
  details?: (row: Row) => ReactNode;
  className?: string;
  ref?: Ref<HTMLDivElement>;
}) {
  const { query, columns, failed, loading, empty, filtered, onReset, paging, className = '' } = props;
  const { rowClass, onRowClick, details, ref } = props;
  const { data, isError, isPlaceholderData, refetch } = query;
  const rows = data?.items ?? [];
  return (
    <div ref={ref} tabIndex={-1} className="outline-none" aria-busy={isPlaceholderData}>
      {isError && <LoadError message={failed} onRetry={() => refetch()} />}
      {!data && !isError && (loading ?? <SkeletonRows />)}
      {data?.total === 0 && (
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
      {data && data.total > 0 && rows.length === 0 && (
        <Empty
          title="This page is empty"
          action={<Button onClick={() => paging?.onTurn(1)}>To the first page</Button>}
        />
      )}
      {rows.length > 0 && (
        <div className={isPlaceholderData ? 'opacity-60 transition-opacity' : ''}>
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
          {paging && (
            <Pages
              page={paging.page}
              pages={Math.ceil((data?.total ?? 0) / paging.limit)}
              total={data?.total ?? 0}
              noun={paging.noun}
              onTurn={paging.onTurn}
            />
          )}
        </div>
      )}
    </div>
  );
}
