import { useQuery } from '@tanstack/react-query';
import { Redo2, Undo2 } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { maxTableChanges } from '../../../../shared/contract/catalogue/product-table.ts';
import { call } from '../../../api.ts';
import { Button } from '../../../ui/button.tsx';
import { toast } from '../../../ui/toast.tsx';
import { invalidate, read } from '../../parts/data.ts';
import { LeaveGuard } from '../../parts/form/save-bar.tsx';
import { IconButton } from '../../parts/icon-button.tsx';
import { ErrorBanner } from '../../parts/page/error-banner.tsx';
import { BackLink, NewTab, PageHead, SkeletonRows } from '../../parts/page/page-head.tsx';
import { counted, formatCount } from '../../parts/text.ts';
import { withSignIn } from '../../session.ts';
import { ListFilters, NoProducts, useListAddress } from '../list-filters.tsx';
import { ColumnChoice, useColumnChoice } from './column-choice.tsx';
import { type Column, nameOf } from './column-kinds.ts';
import { createColumns } from './columns.ts';
import { Grid } from './grid.tsx';
import type { Selection } from './selection.ts';
import { Sheet } from './sheet.ts';
import { useProducts } from './use-products.ts';

/** The spreadsheet of products and variants: read completely, rendered in part, saved row by row. */
export default function ProductTable() {
  const address = useListAddress(100);
  const categories = useQuery(read('GET /categories'));
  const brands = useQuery(read('GET /brands'));
  const attributes = useQuery(read('GET /settings/attributes'));
  const lists = [categories, brands, attributes];
  const sheet = useMemo(() => {
    if (!categories.data || !brands.data || !attributes.data) return null;
    const columns = createColumns({
      categories: categories.data.items,
      brands: brands.data.items,
      attributes: attributes.data,
    });
    return new Sheet(columns, async (products) => {
      const { results } = await withSignIn(() => call('POST /products/table', { body: { products } }));
      const gone = results.filter(({ product }) => product === null).length;
      if (gone > 0) toast(`${counted(gone, 'product')} deleted meanwhile by another admin.`, 'error');
      return results;
    });
  }, [categories.data, brands.data, attributes.data]);
  // A reply that is read again would replace the sheet and what was entered in it.
  const [kept, setKept] = useState<Sheet | null>(null);
  if (sheet && !kept) setKept(sheet);
  const failed = lists.some(({ isError }) => isError);
  return (
    <>
      <BackLink to={address.linkTo('/admin/products')}>Products</BackLink>
      {kept ? (
        <Table sheet={kept} address={address} />
      ) : (
        <>
          <PageHead title="Spreadsheet" />
          {failed ? (
            <ErrorBanner
              message="Failed to load products. Please try again later."
              onRetry={() => lists.forEach((list) => void list.refetch())}
            />
          ) : (
            <SkeletonRows />
          )}
        </>
      )}
    </>
  );
}

const start: Selection = { anchor: { row: 0, column: 0 }, active: { row: 0, column: 0 } };

/** The columns that products shown for a reason lack. */
const toComplete: Record<string, string[]> = {
  tax: ['hsn', 'gstRate'],
  weight: ['weightGrams'],
  cost: ['cost'],
  margin: ['finalPrice', 'cost'],
  soldOut: ['countInStock'],
  lowStock: ['countInStock'],
};

function Table({ sheet, address }: { sheet: Sheet; address: ReturnType<typeof useListAddress> }) {
  const { matching, query } = address;
  const attention = matching.lacksGst ? 'tax' : matching.attention;
  const loading = useProducts({ ...matching, sort: query.sort }, (products, isFirst) =>
    isFirst ? sheet.show(products) : sheet.append(products),
  );
  sheet.version.use();
  const choice = useColumnChoice(sheet.columns, toComplete[attention ?? ''] ?? []);
  const [selection, setSelection] = useState(start);
  const rows = sheet.rows();
  const columns = choice.shown;
  const last = { row: Math.max(0, rows.length - 1), column: columns.length - 1 };
  const within = ({ row, column }: Selection['active']) => ({
    row: Math.min(row, last.row),
    column: Math.min(column, last.column),
  });
  const selected = { anchor: within(selection.anchor), active: within(selection.active) };
  const { unsaved, first } = sheet.state();
  // The lists of products elsewhere are out of date.
  useEffect(() => () => void invalidate('GET /products'), []);

  function goTo({ key, column }: { key: string; column: string }): void {
    choice.show(column);
    const all = [...new Set([...columns.map(({ id }) => id), column])];
    const index = choice.columns.filter(({ id }) => all.includes(id)).findIndex(({ id }) => id === column);
    const cell = { row: sheet.rows().findIndex((row) => row.key === key), column: index };
    setSelection({ anchor: cell, active: cell });
  }

  return (
    <>
      <PageHead title="Spreadsheet" subtitle={<SavingState sheet={sheet} />}>
        <IconButton
          icon={Undo2}
          label="Undo"
          title="Undo (Ctrl Z)"
          disabled={!sheet.canUndo()}
          onClick={sheet.undo}
          className="disabled:opacity-40"
        />
        <IconButton
          icon={Redo2}
          label="Redo"
          title="Redo (Ctrl Y)"
          disabled={!sheet.canRedo()}
          onClick={sheet.redo}
          className="disabled:opacity-40"
        />
        <ColumnChoice choice={choice} />
        {first && (
          <Button variant="secondary" onClick={() => goTo(first)}>
            Show the first problem
          </Button>
        )}
      </PageHead>
      <ListFilters address={address} />
      <ErrorBanner message={loading.failed} onRetry={loading.retry} />
      {sheet.progress.failed && (
        <ErrorBanner
          message="Your changes could not be saved. They stay on this page."
          onRetry={() => void sheet.save()}
        />
      )}
      {rows.length === 0 && loading.isBusy && <SkeletonRows />}
      {rows.length === 0 && !loading.isBusy && !loading.failed && <NoProducts address={address} />}
      {rows.length > 0 && (
        <>
          <Grid sheet={sheet} rows={rows} columns={columns} selection={selected} onSelect={setSelection} />
          <ActiveCell sheet={sheet} columns={columns} selection={selected} />
          <p role="status" className="mt-1 text-ink-soft">
            {loading.isBusy
              ? `Loading ${formatCount(loading.read)} of ${counted(loading.total, 'product')}…`
              : counted(loading.total, 'product')}
            {loading.total > loading.shown &&
              `, of which the first ${formatCount(loading.shown)} are shown. Use the filters to see others.`}
          </p>
        </>
      )}
      <LeaveGuard wouldLose={(to) => unsaved > 0 && to !== '/admin/products/table'} />
    </>
  );
}

/** How far saving is. */
function SavingState({ sheet }: { sheet: Sheet }) {
  const { wrong, conflicting, waiting, unsaved } = sheet.state();
  const { busy, saved, failed } = sheet.progress;
  const isLarge = saved + waiting > maxTableChanges;
  const problems = [
    wrong > 0 && `${counted(wrong, 'cell')} to correct`,
    conflicting > 0 && `${counted(conflicting, 'cell')} that another admin changed`,
  ].filter(Boolean);
  return (
    <span role="status">
      {busy &&
        (isLarge ? `Saving ${formatCount(saved)} of ${counted(saved + waiting, 'product')}… ` : 'Saving… ')}
      {!busy && unsaved === 0 && problems.length === 0 && 'Changes are saved at once'}
      {!busy && failed && 'Not saved. '}
      {problems.length > 0 && (
        <span className="text-madder">{problems.join(', ')}: these rows are not saved yet</span>
      )}
    </span>
  );
}

/** What the active cell contains, what is wrong with it, and what another admin saved there. */
function ActiveCell({
  sheet,
  columns,
  selection,
}: {
  sheet: Sheet;
  columns: Column[];
  selection: Selection;
}) {
  const row = sheet.rows()[selection.active.row];
  const column = columns[selection.active.column];
  if (!row || !column) return null;
  const problem = sheet.problemOf(row, column);
  const stored = column.read(row);
  return (
    <div className="sticky bottom-14 -mx-3 bg-paper px-3 pt-2 pb-1 wrap-break-word lg:bottom-0">
      <span className="font-medium">
        {nameOf(row)} · {column.label}
      </span>{' '}
      {sheet.hasConflict(row, column) ? (
        <span role="alert" className="text-madder">
          Another admin saved “{stored || 'empty'}” meanwhile, you entered “
          {sheet.textOf(row, column) || 'empty'}”.{' '}
          <span className="inline-flex gap-2">
            <Button variant="secondary" onClick={() => sheet.resolve(row, column, 'entered')}>
              Save mine
            </Button>
            <Button variant="secondary" onClick={() => sheet.resolve(row, column, 'stored')}>
              Keep theirs
            </Button>
          </span>
        </span>
      ) : problem ? (
        <span role="alert" className="text-madder">
          {problem}
        </span>
      ) : (
        <span className="text-ink-soft">{sheet.textOf(row, column)}</span>
      )}
      {column.id === 'countInStock' && row.variant && (
        <NewTab
          href={`/admin/products/stock?variant=${row.variant._id}`}
          className="ml-3 text-press underline underline-offset-4"
        >
          History and adjustments
        </NewTab>
      )}
    </div>
  );
}
