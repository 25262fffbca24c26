import { Layers, Plus, Upload } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { Category, Product, ProductList } from '../../../shared/contract/catalogue.ts';
import { api, stream } from '../../api.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { toast } from '../../ui/toast.tsx';
import { Confirm } from '../parts/confirm.tsx';
import { ExportButton } from '../parts/export-button.tsx';
import { LoadError, PageHead, SkeletonRows } from '../parts/page-head.tsx';
import { EmptyPage, Pages } from '../parts/pages.tsx';
import { showFailure } from '../parts/show-failure.ts';
import { useCall } from '../parts/use-call.ts';
import { useListAddress } from './list-address.ts';
import { ListFilters } from './list-filters.tsx';
import { ProductCards, ProductTable } from './product-rows.tsx';

/** All products: found, filtered, sorted, and changed where they stand (spec §2 Admin product management). */
export default function Products() {
  const { get, put, page, path, matching, filtered } = useListAddress(24);
  const list = useCall<ProductList>(path, 'Failed to load products. Please try again later.');
  const categories = useCall<Category[]>('/categories', '');
  const [going, setGoing] = useState<Product | null>(null);
  const navigate = useNavigate();
  const { data } = list;

  function replace(product: Product) {
    list.set((now) => ({
      ...now,
      products: now.products.map((each) => (each._id === product._id ? product : each)),
    }));
  }

  /** Shows the change at once and puts it back where it fails. */
  async function change(product: Product, shown: Partial<Product>, body: object) {
    replace({ ...product, ...shown });
    try {
      replace(await api.patch<Product>(`/products/${product._id}`, body));
      toast('Saved', 'success');
    } catch (error) {
      replace(product);
      showFailure(error, 'Could not save. Please try again.');
    }
  }

  async function remove(product: Product) {
    try {
      await api.delete(`/products/${product._id}`);
      toast(`${product.name} was deleted`, 'success');
      list.reload();
    } catch (error) {
      showFailure(error, 'Could not delete product. Please try again.');
    }
  }

  async function duplicate(product: Product) {
    try {
      const copy = await api.post<Product>(`/products/${product._id}/duplicate`);
      toast('Copied as a draft', 'success');
      navigate(`/admin/products/edit/${copy._id}`);
    } catch (error) {
      showFailure(error, 'Could not copy the product. Please try again.');
    }
  }

  const acts = { onChange: change, onDelete: setGoing, onDuplicate: duplicate };
  return (
    <>
      <PageHead title="Products">
        <ButtonLink to="/admin/products/import" variant="secondary" prefetch="none">
          <Upload className="size-4" aria-hidden="true" />
          Import
        </ButtonLink>
        <ExportButton
          read={(signal) =>
            stream('GET /products/export.csv', { query: new URLSearchParams(matching), signal })
          }
          file="products.csv"
        />
        <ButtonLink to="/admin/products/batch" variant="secondary" prefetch="none">
          <Layers className="size-4" aria-hidden="true" />
          Batch edit
        </ButtonLink>
        <ButtonLink to="/admin/products/new" prefetch="none">
          <Plus className="size-4" aria-hidden="true" />
          Add Product
        </ButtonLink>
      </PageHead>
      <ListFilters get={get} put={put} categories={categories.data ?? []} />
      {list.error && <LoadError message={list.error} onRetry={list.reload} />}
      {!data && !list.error && <SkeletonRows />}
      {data && data.total === 0 && (
        <Empty
          title={filtered ? 'No products found' : 'No products yet'}
          text={
            filtered ? 'Nothing matches these filters.' : 'What you add here appears in the shop at once.'
          }
          action={
            filtered ? (
              <Button
                variant="secondary"
                onClick={() => put({ search: '', category: '', status: '', stock: '', flag: '' })}
              >
                Reset all filters
              </Button>
            ) : (
              <ButtonLink to="/admin/products/new" prefetch="none">
                Add Product
              </ButtonLink>
            )
          }
        />
      )}
      {data && data.total > 0 && data.products.length === 0 && (
        <EmptyPage onFirst={() => put({ page: '' })} />
      )}
      {data && data.products.length > 0 && (
        <div aria-busy={list.loading} className={list.loading ? 'opacity-60 transition-opacity' : ''}>
          <ProductTable products={data.products} {...acts} />
          <ProductCards products={data.products} {...acts} />
          <Pages
            page={page}
            pages={data.pages}
            total={data.total}
            noun="product"
            onTurn={(to) => put({ page: String(to) })}
          />
        </div>
      )}
      <Confirm
        open={going !== null}
        title="Delete this product?"
        action="Delete"
        onClose={() => setGoing(null)}
        onConfirm={async () => {
          if (going) await remove(going);
        }}
      >
        <p>
          <strong>{going?.name}</strong> leaves the shop at once. Orders that have it still show it.
        </p>
      </Confirm>
    </>
  );
}
