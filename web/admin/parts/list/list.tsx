import { keepPreviousData, type UseQueryResult } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { ReactNode, Ref } from 'react';
import { Link } from 'react-router';
import { Button } from '../../../ui/button.tsx';
import { Empty } from '../../../ui/empty.tsx';
import { Loaded } from '../page/loaded.tsx';
import { PageHead } from '../page/page-head.tsx';
import { counted } from '../text.ts';
import type { Address } from './filters.tsx';
import { Filters } from './filters.tsx';

/** For the query of a list: the previous page stays until the next one has arrived. */
export const pageQuery = { placeholderData: keepPreviousData };

type StatesProps<Row> = {
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
export function ListStates<Row>(props: StatesProps<Row> & { children: (rows: Row[]) => ReactNode }) {
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

/**
 * One column. `className` sizes the cell, and places it in the grid of a card on narrow screens (`max-lg:`). A card has
 * no heads: if `labelled`, the name is before the value there.
 */
export type Column<Row> = {
  name: ReactNode;
  labelled?: boolean;
  className?: string;
  cell: (row: Row) => ReactNode;
};

type ListProps<Row> = StatesProps<Row> & {
  columns: Column<Row>[];
  rowClass?: (row: Row) => string;
  onRowClick?: (row: Row) => void;
  /** What unfolds below a row; nothing if it is closed. */
  details?: (row: Row) => ReactNode;
  className?: string;
};

/**
 * A list as a table. Each row is rendered once: on narrow screens it becomes a card (office.css). The class
 * `two-columns` puts two cards beside each other where there is room.
 */
export function List<Row extends { _id: string }>(props: ListProps<Row>) {
  const { columns, rowClass, onRowClick, details, className = '', ...states } = props;
  return (
    <ListStates {...states}>
      {(rows) => (
        <table className={`office-table office-list ${className}`}>
          <thead>
            <tr>
              {columns.map(({ name, className: cellClass }, i) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: columns keep their order
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
                  {columns.map(({ name, labelled, cell, className: cellClass }, i) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: columns keep their order
                    <td key={i} className={cellClass}>
                      {labelled && <span className="text-ink-soft lg:sr-only">{name} </span>}
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

const maxPages = 5;

function Pages(props: { address: Pick<Address, 'page' | 'limit' | 'turn'>; total: number; noun: string }) {
  const { address, total, noun } = props;
  const { page, limit, turn } = address;
  const pages = Math.ceil(total / limit);
  const first = Math.max(1, Math.min(page - 2, pages - maxPages + 1));
  const numbers = Array.from({ length: Math.min(maxPages, pages) }, (_, i) => first + i);
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

/** The name of what a row shows, with a link to its page. */
export const RowLink = (props: { to: string; className?: string; children: ReactNode }) => (
  <Link
    to={props.to}
    className={`inline-flex min-h-8 items-center font-semibold text-press underline-offset-4 wrap-anywhere hover:underline ${props.className ?? ''}`}
  >
    {props.children}
  </Link>
);

/** The button in a row that unfolds what is below it. A click on the row does the same. */
export const RowToggle = (props: {
  isOpen: boolean;
  onToggle: () => void;
  className: string;
  children: ReactNode;
}) => (
  <button
    type="button"
    aria-expanded={props.isOpen}
    onClick={(event) => {
      event.stopPropagation();
      props.onToggle();
    }}
    className={props.className}
  >
    {props.children}
  </button>
);

/** A page with a list: its title and buttons, search, filters, and the rows in all their states. */
export function ResourcePage<Row extends { _id: string }>(
  props: ListProps<Row> & {
    address: Pick<Address, 'field' | 'used'>;
    title: string;
    subtitle?: string;
    /** Buttons beside the title; `add` is the last of them, and an empty list offers it too. */
    buttons?: ReactNode;
    add?: ReactNode;
    intro?: ReactNode;
    search?: readonly [label: string, placeholder: string];
    filters?: ReactNode;
    /** Above the rows, such as what can be done with the selected ones. */
    bar?: ReactNode;
    children?: ReactNode;
  },
) {
  const { title, subtitle, buttons, add, intro, search, filters, bar, children, empty, ...list } = props;
  return (
    <>
      <PageHead title={title} subtitle={subtitle}>
        {(buttons || add) && (
          <>
            {buttons}
            {add}
          </>
        )}
      </PageHead>
      {intro}
      {search && (
        <Filters address={list.address} search={search}>
          {filters}
        </Filters>
      )}
      {bar}
      <List {...list} empty={{ action: add, ...empty }} />
      {children}
    </>
  );
}
