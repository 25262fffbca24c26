import { useQuery } from '@tanstack/react-query';
import { Button } from '../../../ui/button.tsx';
import { useChange } from '../../../ui/use-change.ts';
import { read, useNewestJob } from '../../parts/data.ts';
import { ListStates, pageQuery } from '../../parts/list/list.tsx';
import { PageHead } from '../../parts/page/page-head.tsx';
import { useSelection } from '../../parts/list/selection.ts';
import { formatCount } from '../../parts/text.ts';
import { ListFilters, useListAddress } from '../list-filters.tsx';
import { BatchActions } from './actions.tsx';
import { BatchProgress } from './progress.tsx';
import { BatchRows } from './rows.tsx';

const pageSizes = [10, 25, 50, 100];

/** One change to many products (spec §2 and §5 Batch): selected here, made by one job on the server. */
export default function BatchProducts() {
  const address = useListAddress(10);
  const { put, limit, matching, query } = address;
  const list = useQuery({
    ...read('GET /products', { query }),
    ...pageQuery,
    select: ({ products, total }) => ({ items: products, total }),
  });
  // A page that is opened again shows the job that runs or has just finished.
  const { job, begin, dismiss } = useNewestJob(read('GET /products/batch'));
  const total = list.data?.total ?? 0;
  const selected = useSelection(total);
  const { all, ids } = selected.selection;

  // Another filter matches other products.
  useChange(JSON.stringify(matching), () => all && selected.clear());

  return (
    <>
      <PageHead title="Batch products" />
      {job && <BatchProgress key={job._id} batch={job} onUndo={begin} onClose={dismiss} />}
      <ListFilters address={address} />
      <BatchActions
        count={selected.count}
        products={all ? { matching: { ...matching, except: [...ids] } } : { ids: [...ids] }}
        onStarted={(started) => {
          begin(started);
          selected.clear();
        }}
      />
      <ListStates
        query={list}
        failed="Failed to load data. Please try again."
        empty={{ title: 'No products found', text: 'There is nothing to change yet.' }}
        address={address}
        noun="product"
      >
        {(products) => {
          const pageIds = products.map(({ _id }) => _id);
          const isWholePage = pageIds.every(selected.has);
          return (
            <>
              {isWholePage && !all && total > products.length && (
                <p className="mb-2 rounded-md bg-press-tint px-3 py-2">
                  All {products.length} on this page are selected.{' '}
                  <button
                    type="button"
                    onClick={selected.selectAll}
                    className="min-h-8 font-semibold text-press underline underline-offset-4"
                  >
                    Select all {formatCount(total)} that match
                  </button>
                </p>
              )}
              <BatchRows
                products={products}
                isWholePage={isWholePage}
                has={selected.has}
                onToggle={selected.toggle}
                onTogglePage={(isSelected) => selected.setMany(pageIds, isSelected)}
              />
            </>
          );
        }}
      </ListStates>
      {total > 0 && (
        <div className="mt-4 flex flex-wrap items-center justify-between gap-3">
          {selected.count > 0 && (
            <Button variant="ghost" onClick={selected.clear}>
              Clear the selection
            </Button>
          )}
          <label className="ml-auto flex items-center gap-2">
            <span className="text-ink-soft">Per page</span>
            <select
              value={limit}
              onChange={(event) => put({ limit: event.target.value })}
              className="office-input"
            >
              {pageSizes.map((size) => (
                <option key={size}>{size}</option>
              ))}
            </select>
          </label>
        </div>
      )}
    </>
  );
}
