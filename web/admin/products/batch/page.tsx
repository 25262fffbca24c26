import type { Category, ProductList } from '../../../../shared/contract/catalogue.ts';
import type { Batch } from '../../../../shared/contract/catalogue-jobs.ts';
import { api } from '../../../api.ts';
import { Button } from '../../../ui/button.tsx';
import { Empty } from '../../../ui/empty.tsx';
import { LoadError, PageHead, SkeletonRows } from '../../parts/page-head.tsx';
import { EmptyPage, Pages } from '../../parts/pages.tsx';
import { showFailure } from '../../parts/show-failure.ts';
import { useCall } from '../../parts/use-call.ts';
import { useNewestJob } from '../../parts/use-job.ts';
import { useListAddress } from '../list-address.ts';
import { ListFilters } from '../list-filters.tsx';
import { BatchActions } from './actions.tsx';
import { BatchProgress } from './progress.tsx';
import { BatchRows } from './rows.tsx';
import { useSelection } from './selection.ts';

const sizes = [10, 25, 50, 100];

/** One change to many products (spec §2 and §5 Batch): chosen here, done as one job on the server. */
export default function BatchProducts() {
  const { get, put, page, limit, matching, filtered, path } = useListAddress(10);
  const list = useCall<ProductList>(path, 'Failed to load data. Please try again.');
  const categories = useCall<Category[]>('/categories', '').data ?? [];
  // A tab that was closed finds here what is under way or was done meanwhile.
  const { job: shown, begin, dismiss } = useNewestJob<Batch>('/products/batch');
  const { data } = list;
  const chosen = useSelection(data?.total ?? 0);
  const ids = data?.products.map(({ _id }) => _id) ?? [];
  const wholePage = ids.length > 0 && ids.every(chosen.has);

  async function start(change: object) {
    const { all, ids: some } = chosen.selection;
    const what = all ? { matching: { ...matching, except: [...some] } } : { ids: [...some] };
    try {
      begin(await api.post<Batch>('/products/batch', { ...what, ...change }));
      chosen.clear();
    } catch (error) {
      showFailure(error, 'Failed to perform batch action. Please try again.');
    }
  }
  const changeFilter = (changes: Parameters<typeof put>[0]) => {
    // All that match would now be others.
    if (chosen.selection.all && !('page' in changes)) chosen.clear();
    put(changes);
  };

  return (
    <>
      <PageHead title="Batch products" />
      {shown && (
        <BatchProgress
          key={shown._id}
          batch={shown}
          onFinish={list.reload}
          onUndo={begin}
          onClose={dismiss}
        />
      )}
      <ListFilters get={get} put={changeFilter} categories={categories} />
      <BatchActions count={chosen.count} categories={categories} onStart={start} />
      {list.error && <LoadError message={list.error} onRetry={list.reload} />}
      {!data && !list.error && <SkeletonRows />}
      {data?.total === 0 && (
        <Empty
          title="No products found"
          text={filtered ? 'Nothing matches these filters.' : 'There is nothing to change yet.'}
        />
      )}
      {data && data.total > 0 && ids.length === 0 && <EmptyPage onFirst={() => put({ page: '' })} />}
      {data && ids.length > 0 && (
        <div aria-busy={list.loading}>
          {wholePage && !chosen.selection.all && data.total > ids.length && (
            <p className="mb-2 rounded-md bg-press-tint px-3 py-2">
              All {ids.length} on this page are selected.{' '}
              <button
                type="button"
                onClick={chosen.selectAll}
                className="min-h-8 font-semibold text-press underline underline-offset-4"
              >
                Select all {data.total.toLocaleString('en-IN')} that match
              </button>
            </p>
          )}
          <BatchRows
            products={data.products}
            wholePage={wholePage}
            has={chosen.has}
            onToggle={chosen.toggle}
            onTogglePage={(selected) => chosen.setMany(ids, selected)}
          />
          <div className="flex flex-wrap items-end justify-between gap-x-6">
            <div className="basis-full sm:min-w-0 sm:flex-1 sm:basis-0">
              <Pages
                page={page}
                pages={data.pages}
                total={data.total}
                noun="product"
                onTurn={(to) => put({ page: String(to) })}
              />
            </div>
            <label className="mt-4 flex items-center gap-2">
              <span className="text-ink-soft">Per page</span>
              <select
                value={limit}
                onChange={(event) => put({ limit: event.target.value })}
                className="office-input"
              >
                {sizes.map((size) => (
                  <option key={size}>{size}</option>
                ))}
              </select>
            </label>
          </div>
          {chosen.count > 0 && (
            <p className="mt-3">
              <Button variant="ghost" onClick={chosen.clear}>
                Clear the selection
              </Button>
            </p>
          )}
        </div>
      )}
    </>
  );
}
