import { Link } from 'react-router';
import type { RecentProduct } from '../../../shared/contract/reports.ts';
import { shortRupees } from '../../../shared/money.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { StatusBadge, StockBadge } from '../products/stock-badge.tsx';
import { ProductLine } from './product-line.tsx';
import { Section, SkeletonLines } from './section.tsx';

/** The five newest products. */
export function RecentProducts(props: { products: RecentProduct[] | undefined; className: string }) {
  const { products, className } = props;
  return (
    <Section title="Recent Products" className={className}>
      {!products && <SkeletonLines count={5} height="h-14" />}
      {products?.length === 0 && (
        <div className="grid justify-items-start gap-3 py-3">
          <p className="text-ink-soft">No products yet. What you add appears in the shop at once.</p>
          <ButtonLink to="/admin/products/new" variant="secondary" prefetch="none">
            Add Product
          </ButtonLink>
        </div>
      )}
      <ul className="divide-y divide-line">
        {products?.map((product) => (
          <ProductLine key={product._id} product={product} note={shortRupees(product.price)}>
            <span className="max-sm:hidden">
              <StatusBadge status={product.status} />
            </span>
            <StockBadge count={product.countInStock} />
            <Link
              to={`/admin/products/edit/${product._id}`}
              aria-label={`Edit ${product.name}`}
              className="grid min-h-11 place-items-center px-3 text-press underline-offset-4 hover:underline"
            >
              Edit
            </Link>
          </ProductLine>
        ))}
      </ul>
    </Section>
  );
}
