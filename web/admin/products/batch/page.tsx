import { useQuery } from '@tanstack/react-query';
import type { Product } from '../../../../shared/contract/catalogue/catalogue.ts';
import type { Batch } from '../../../../shared/contract/catalogue/catalogue-jobs.ts';
import { shortRupees } from '../../../../shared/money.ts';
import { call } from '../../../api.ts';
import { Button } from '../../../ui/button.tsx';
import { useChange } from '../../../ui/use-change.ts';
import { invalidate, read, useAction, useJob, useNewestJob } from '../../parts/data.ts';
import { Check } from '../../parts/form/fields.tsx';
import { JobPanel, JobRows } from '../../parts/job-panel.tsx';
import { ListStates, pageQuery } from '../../parts/list/list.tsx';
import { useSelection } from '../../parts/list/selection.ts';
import { BackLink, PageHead } from '../../parts/page/page-head.tsx';
import { counted, formatCount } from '../../parts/text.ts';
import { Thumbnail } from '../../parts/thumbnail.tsx';
import { ListFilters, useListAddress } from '../list-filters.tsx';
import { StatusBadge, StockBadge } from '../stock-badge.tsx';
import { BatchActions } from './actions.tsx';

const pageSizes = [10, 25, 50, 100];

/** One change to many products (spec §2 and §5 Batch): selected here, made by one job on the server. */
export default function BatchProducts() {
  const address = useListAddress(10);
  const { put, limit, matching, query, linkTo } = address;
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
      <BackLink to={linkTo('/admin/products')}>Products</BackLink>
      <PageHead title="Batch products" />
      {job && <BatchProgress key={job._id} batch={job} onUndo={begin} onClose={dismiss} />}
      <ListFilters address={address} />
      <BatchActions
        count={selected.count}
        first={matching.lacksGst || matching.attention === 'tax' ? 'gst' : 'category'}
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

const subjects: Record<string, string> = {
  category: 'Setting the category',
  discount: 'Setting the discount',
  status: 'Setting the status',
  gst: 'Setting HSN code and GST rate',
  edit: 'Changing products',
  delete: 'Deleting',
  undo: 'Undoing the change',
};

function BatchProgress(props: {
  batch: Batch;
  /** Called with the job that undoes this one. */
  onUndo: (undoing: Batch) => void;
  onClose: () => void;
}) {
  const { batch: first, onUndo, onClose } = props;
  const params = { id: first._id };
  const query = read('GET /products/batch/:id', { params });
  const { job: batch, missing } = useJob(first, query, () => void invalidate('GET /products'));
  const undo = useAction(
    async () => onUndo(await call('POST /products/batch/:id/undo', { params })),
    'Could not undo the change. Please try again.',
  );
  const { action, done, total, failed, failures, finished, undoable } = batch;
  const verb = action === 'undo' ? 'restored' : 'changed';
  return (
    <JobPanel
      label="Batch"
      job={batch}
      missing={missing}
      subject={subjects[action] ?? 'Working'}
      changes="products"
      result={`${formatCount(done - failed)} of ${counted(total, 'product')} ${verb}`}
      action={
        undoable && (
          <Button variant="secondary" action={undo.run}>
            Undo
          </Button>
        )
      }
      onClose={onClose}
    >
      <JobRows summary={`${formatCount(failed)} could not be ${verb}`} rows={failures} open={finished} />
    </JobPanel>
  );
}

type Rows = {
  products: Product[];
  isWholePage: boolean;
  has: (id: string) => boolean;
  onToggle: (id: string) => void;
  onTogglePage: (selected: boolean) => void;
};

function BatchRows({ products, isWholePage, has, onToggle, onTogglePage }: Rows) {
  return (
    <div className="rounded-md ring-1 ring-line">
      <Check
        tall
        className="border-b border-line-strong px-3 text-ink-soft"
        checked={isWholePage}
        onChange={(event) => onTogglePage(event.target.checked)}
      >
        Select all on this page
      </Check>
      <ul className="divide-y divide-line">
        {products.map((product) => (
          <li key={product._id} className={has(product._id) ? 'bg-press-tint' : 'hover:bg-paper-deep'}>
            <label className="grid grid-cols-[auto_2.75rem_minmax(0,1fr)_auto] items-center gap-x-3 px-3 py-2 lg:grid-cols-[auto_2.75rem_minmax(0,2fr)_minmax(0,1fr)_9rem_4rem_6rem]">
              <input
                type="checkbox"
                aria-label={`Select ${product.name}`}
                checked={has(product._id)}
                onChange={() => onToggle(product._id)}
                className="size-4.5"
              />
              <Thumbnail path={product.image} />
              <span className="min-w-0">
                <span className="line-clamp-2 font-medium wrap-break-word">{product.name}</span>
                <span className="block truncate text-xs text-ink-soft lg:hidden">
                  {where(product)} · {shortRupees(product.finalPrice)}
                  {isReduced(product) && ` · ${product.discount}% off`}
                </span>
              </span>
              <span className="truncate text-ink-soft max-lg:hidden">{where(product)}</span>
              <span className="figures max-lg:hidden">
                {shortRupees(product.finalPrice)}
                {isReduced(product) && <span className="text-xs text-ink-soft"> −{product.discount}%</span>}
              </span>
              <span className="max-lg:hidden">
                <StockBadge count={product.countInStock} />
              </span>
              <span>
                <StatusBadge status={product.status} />
              </span>
            </label>
          </li>
        ))}
      </ul>
    </div>
  );
}

const isReduced = ({ price, finalPrice }: Product) => finalPrice < price;

const where = ({ category, subcategory }: Product) =>
  [category?.name ?? 'No category', subcategory?.name].filter(Boolean).join(' › ');
