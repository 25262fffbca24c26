import { Link } from 'react-router';
import type { ProductList } from '../../../shared/contract/catalogue.ts';
import type { CatalogueCounts } from '../../../shared/contract/catalogue-admin.ts';
import { rupees } from '../../../shared/money.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Picture } from '../../ui/picture.tsx';
import { LoadError, PageHead, SkeletonRows } from '../parts/page-head.tsx';
import { useCall } from '../parts/use-call.ts';
import { StockBadge } from '../products/stock-badge.tsx';

/** Where the back office begins: how the catalogue stands (spec §2 Admin dashboard). */
export default function Dashboard() {
  const counts = useCall<CatalogueCounts>('/products/counts', 'Failed to load data. Please try again.');
  const recent = useCall<ProductList>(
    '/products?limit=5&sort=-createdAt',
    'Failed to load products. Please try again later.',
  );
  return (
    <>
      <PageHead title="Dashboard">
        <ButtonLink to="/admin/products" variant="secondary" prefetch="none">
          All Products
        </ButtonLink>
        <ButtonLink to="/admin/products/new" prefetch="none">
          Add Product
        </ButtonLink>
      </PageHead>
      {counts.error && <LoadError message={counts.error} onRetry={counts.reload} />}
      <ul className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-6">
        <Card label="Total Products" value={counts.data?.products} to="/admin/products" />
        {(['active', 'featured', 'draft', 'archived'] as const).map((status) => (
          <Card
            key={status}
            label={status.charAt(0).toUpperCase() + status.slice(1)}
            value={counts.data && (counts.data.byStatus[status] ?? 0)}
            to={`/admin/products?status=${status}`}
          />
        ))}
        <Card label="Out of stock" value={counts.data?.outOfStock} to="/admin/products?stock=out" />
      </ul>
      <section aria-label="Recent Products" className="mt-8 max-w-3xl">
        <h2 className="mb-3 text-lg">Recent Products</h2>
        {recent.error && <LoadError message={recent.error} onRetry={recent.reload} />}
        {!recent.data && !recent.error && <SkeletonRows rows={5} />}
        <ul className="divide-y divide-line">
          {recent.data?.products.map((product) => (
            <li key={product._id} className="flex items-center gap-3 py-2">
              <span className="w-11 shrink-0 overflow-hidden rounded-sm">
                <Picture path={product.image} alt="" sizes="44px" />
              </span>
              <span className="min-w-0 flex-1">
                <span className="block truncate font-medium">{product.name}</span>
                <span className="figures block text-xs text-ink-soft">{rupees(product.finalPrice)}</span>
              </span>
              <StockBadge count={product.countInStock} />
              <Link
                to={`/admin/products/edit/${product._id}`}
                aria-label={`Edit ${product.name}`}
                className="grid min-h-11 place-items-center px-3 text-press underline-offset-4 hover:underline"
              >
                Edit
              </Link>
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}

function Card({ label, value, to }: { label: string; value: number | undefined; to: string }) {
  return (
    <li>
      <Link to={to} className="block rounded-md bg-card p-4 ring-1 ring-line hover:ring-line-strong">
        <span className="block text-xs text-ink-soft">{label}</span>
        <span className="figures mt-1 block text-xl font-semibold">
          {value === undefined ? (
            <span className="skeleton inline-block h-7 w-12" />
          ) : (
            value.toLocaleString('en-IN')
          )}
        </span>
      </Link>
    </li>
  );
}
