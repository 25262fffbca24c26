import { Copy, ExternalLink, Pencil, Trash2 } from 'lucide-react';
import { Link } from 'react-router';
import type { Product } from '../../../shared/contract/catalogue.ts';
import { parseRupees, shortRupees } from '../../../shared/money.ts';
import { Picture } from '../../ui/picture.tsx';
import { QuickEdit } from './quick-edit.tsx';
import { StatusBadge, StockBadge } from './stock-badge.tsx';

type Acts = {
  onChange: (product: Product, shown: Partial<Product>, body: object) => void;
  onDelete: (product: Product) => void;
  onDuplicate: (product: Product) => void;
};
type Rows = Acts & { products: Product[] };

/** Products as a table, for wide screens. */
export function ProductTable({ products, ...acts }: Rows) {
  return (
    <table className="office-table max-lg:hidden">
      <thead>
        <tr>
          <th scope="col">Product</th>
          <th scope="col">Category</th>
          <th scope="col">SKU</th>
          <th scope="col">Price</th>
          <th scope="col">Stock</th>
          <th scope="col">Status</th>
          <th scope="col">
            <span className="sr-only">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {products.map((product) => (
          <tr key={product._id}>
            <td>
              <Name product={product} />
            </td>
            <td className="min-w-36 text-ink-soft">{product.category?.name ?? '—'}</td>
            <td className="max-w-40 truncate text-xs text-ink-soft" title={product.sku}>
              {product.sku}
            </td>
            <td>
              <PriceCell product={product} {...acts} />
            </td>
            <td>
              <StockCell product={product} {...acts} />
            </td>
            <td>
              <StatusBadge status={product.status} />
            </td>
            <td>
              <Actions product={product} {...acts} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The same as cards, for narrow screens. */
export function ProductCards({ products, ...acts }: Rows) {
  return (
    <ul className="grid gap-3 sm:grid-cols-2 lg:hidden">
      {products.map((product) => (
        <li key={product._id} className="grid content-between gap-2 rounded-md bg-card p-3 ring-1 ring-line">
          <Name product={product} />
          <p className="truncate text-xs text-ink-soft">
            {product.category?.name ?? 'No category'} · {product.sku}
          </p>
          <div className="flex items-center gap-4">
            <PriceCell product={product} {...acts} />
            <StockCell product={product} {...acts} />
            <span className="ml-auto">
              <StatusBadge status={product.status} />
            </span>
          </div>
          <Actions product={product} {...acts} />
        </li>
      ))}
    </ul>
  );
}

function Name({ product }: { product: Product }) {
  return (
    <Link to={`/admin/products/edit/${product._id}`} className="group flex min-w-0 items-center gap-3">
      <span className="w-11 shrink-0 overflow-hidden rounded-sm">
        <Picture path={product.image} alt="" sizes="44px" />
      </span>
      <span className="line-clamp-2 min-w-0 font-medium wrap-break-word group-hover:underline">
        {product.name}
      </span>
    </Link>
  );
}

function PriceCell({ product, onChange }: Acts & { product: Product }) {
  const { price, finalPrice, discount, name } = product;
  const reduced = finalPrice < price;
  const off = reduced && <span className="text-xs text-ink-soft">{discount}% off</span>;
  if (product.options.length > 0) {
    return (
      <span className="figures inline-flex flex-wrap items-baseline gap-x-2">
        {product.priceVaries && 'From '}
        {shortRupees(finalPrice)}
        {reduced && <s className="text-xs text-ink-soft">{shortRupees(price)}</s>}
        {off}
      </span>
    );
  }
  const edit = (label: string, value: number, change: (amount: number) => object) => (
    <QuickEdit
      label={`${label} of ${name}`}
      value={value}
      read={parseRupees}
      onSave={(amount) => onChange(product, change(amount), change(amount))}
    >
      {shortRupees(value)}
    </QuickEdit>
  );
  if (!reduced)
    return (
      <span className="figures">
        {edit('Price', price, (amount) => ({ price: amount, finalPrice: amount }))}
      </span>
    );
  return (
    <span className="figures grid justify-items-start">
      {edit('Selling price', finalPrice, (amount) => ({ finalPrice: amount }))}
      <span className="flex items-center gap-2 text-xs text-ink-soft">
        {edit('List price (MRP)', price, (amount) => ({ price: amount, finalPrice }))}
        {off}
      </span>
    </span>
  );
}

function StockCell({ product, onChange }: Acts & { product: Product }) {
  const badge = <StockBadge count={product.countInStock} />;
  if (product.options.length > 0) {
    const { variants } = product;
    const least = Math.min(...variants.map(({ countInStock }) => countInStock));
    return (
      <span className="figures inline-flex flex-wrap items-center gap-x-1.5">
        {badge}
        <span className="text-xs text-ink-soft">
          in {variants.length} {variants.length === 1 ? 'variant' : `variants, least ${least}`}
        </span>
      </span>
    );
  }
  return (
    <QuickEdit
      label={`Stock of ${product.name}`}
      value={product.countInStock}
      read={(text) => (/^\d{1,7}$/.test(text.trim()) ? Number(text) : undefined)}
      onSave={(countInStock) => {
        const body = { countInStock, countInStockBefore: product.countInStock };
        onChange(product, { countInStock }, body);
      }}
    >
      {badge}
    </QuickEdit>
  );
}

function Actions({ product, onDelete, onDuplicate }: Acts & { product: Product }) {
  const look =
    'grid size-11 place-items-center rounded-md text-ink-soft hover:bg-paper-deep hover:text-ink lg:size-9';
  const shown = product.status === 'active' || product.status === 'featured';
  return (
    <div className="flex lg:justify-end">
      <Link
        to={`/admin/products/edit/${product._id}`}
        aria-label={`Edit ${product.name}`}
        title="Edit"
        className={look}
      >
        <Pencil className="size-4" aria-hidden="true" />
      </Link>
      <button
        type="button"
        aria-label={`Duplicate ${product.name}`}
        title="Duplicate"
        onClick={() => onDuplicate(product)}
        className={look}
      >
        <Copy className="size-4" aria-hidden="true" />
      </button>
      {shown && (
        <a
          href={`/products/${product.slug}`}
          target="_blank"
          rel="noreferrer"
          aria-label={`View ${product.name} in store`}
          title="View in store"
          className={look}
        >
          <ExternalLink className="size-4" aria-hidden="true" />
        </a>
      )}
      <button
        type="button"
        aria-label={`Delete ${product.name}`}
        title="Delete"
        onClick={() => onDelete(product)}
        className={`${look} hover:text-madder`}
      >
        <Trash2 className="size-4" aria-hidden="true" />
      </button>
    </div>
  );
}
