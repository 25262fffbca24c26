import { useQuery } from '@tanstack/react-query';
import { Copy, ExternalLink, Layers, Pencil, Plus, Upload } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import type { ZodType } from 'zod';
import type { Product } from '../../../shared/contract/catalogue/catalogue.ts';
import { type ProductChange, productChange } from '../../../shared/contract/catalogue/catalogue-admin.ts';
import { shortRupees } from '../../../shared/money.ts';
import { orderDate } from '../../../shared/orders/order-date.ts';
import { call, stream } from '../../api.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.tsx';
import { confirm } from '../parts/confirm.tsx';
import { invalidate, read, updateCached, useAction, withItem } from '../parts/data.ts';
import { DeleteButton, IconButton, iconButtonClass } from '../parts/icon-button.tsx';
import { ExportButton } from '../parts/list/export-button.tsx';
import { type Column, pageQuery, ResourcePage } from '../parts/list/list.tsx';
import { NewTab, Tabs } from '../parts/page/page-head.tsx';
import { Thumbnail } from '../parts/thumbnail.tsx';
import { ListFilters, useListAddress } from './list-filters.tsx';
import { StatusBadge, StockBadge } from './stock-badge.tsx';

const show = (product: Product) =>
  updateCached('GET /products', (list) => ({ ...list, products: withItem(list.products, product) }));

/** All products: search, filters, sorting, and changes in place (spec §2 Admin product management). */
export default function Products() {
  const address = useListAddress(24);
  const { query, matching, filtered, linkTo } = address;
  const list = useQuery({
    ...read('GET /products', { query }),
    ...pageQuery,
    select: ({ products, total }) => ({ items: products, total }),
  });
  const navigate = useNavigate();

  /** Shows the change at once, and reverts it if it fails. */
  const change = useAction(
    async ({ product, shown, body }: { product: Product; shown: Partial<Product>; body: ProductChange }) => {
      show({ ...product, ...shown });
      try {
        show(await call('PATCH /products/:id', { params: { id: product._id }, body }));
        toast('Saved', 'success');
      } catch (error) {
        show(product);
        throw error;
      }
    },
    'Could not save. Please try again.',
  );
  const confirmDelete = ({ _id: id, name }: Product) =>
    confirm({
      title: 'Delete this product?',
      text: `“${name}” is removed from the shop at once. Existing orders still show it.`,
      failed: 'Could not delete product. Please try again.',
      async onConfirm() {
        await call('DELETE /products/:id', { params: { id } });
        toast(`${name} was deleted`, 'success');
        void invalidate('GET /products');
      },
    });
  const duplicate = useAction(async ({ _id: id }: Product) => {
    const copy = await call('POST /products/:id/duplicate', { params: { id } });
    toast('Copied as a draft', 'success');
    navigate(`/admin/products/edit/${copy._id}`);
  }, 'Could not copy the product. Please try again.');

  return (
    <ResourcePage
      title="Products"
      buttons={
        <>
          <ButtonLink icon={Upload} href="/admin/products/import" variant="secondary">
            Import
          </ButtonLink>
          <ExportButton
            read={(signal) => stream('GET /products/export.csv', { query: matching, signal })}
            file="products.csv"
          />
          <ButtonLink icon={Layers} href={linkTo('/admin/products/batch')} variant="secondary">
            Batch edit
          </ButtonLink>
        </>
      }
      add={
        <ButtonLink icon={Plus} href="/admin/products/new">
          Add Product
        </ButtonLink>
      }
      bar={
        <>
          <Tabs
            label="Catalogue"
            current="/admin/products"
            tabs={[
              ['/admin/products', 'List'],
              [linkTo('/admin/products/table'), 'Spreadsheet'],
              ['/admin/products/attention', 'Needs attention'],
              ['/admin/products/stock', 'Stock'],
              ['/admin/products/count', 'Count sheet'],
              ['/admin/products/labels', 'Labels'],
            ]}
          />
          <ListFilters address={address} />
        </>
      }
      query={list}
      className="two-columns max-lg:[&>tbody>tr]:grid-cols-[auto_minmax(0,1fr)_auto]!"
      columns={productColumns({
        onChange: change.run,
        onDelete: confirmDelete,
        onDuplicate: duplicate.run,
      })}
      failed="Failed to load products. Please try again later."
      empty={{
        title: filtered ? 'No products found' : 'No products yet',
        text: 'What you add here appears in the shop at once.',
      }}
      address={address}
      noun="product"
    />
  );
}

type Actions = {
  /** Shows `shown` at once and sends `body`. */
  onChange: (change: { product: Product; shown: Partial<Product>; body: ProductChange }) => void;
  onDelete: (product: Product) => void;
  onDuplicate: (product: Product) => void;
};

const productColumns = (actions: Actions): Column<Product>[] => [
  { name: 'Product', className: 'max-lg:col-span-3', cell: (product) => <Name product={product} /> },
  {
    name: 'Category',
    className: 'text-ink-soft max-lg:max-w-32 max-lg:truncate max-lg:text-xs lg:min-w-36',
    cell: ({ category }) => category?.name ?? <Absent />,
  },
  {
    name: 'SKU',
    className: 'truncate text-xs text-ink-soft max-lg:col-span-2 lg:max-w-40',
    cell: ({ sku }) => <span title={sku}>{sku}</span>,
  },
  { name: 'Price', cell: (product) => <PriceCell product={product} {...actions} /> },
  { name: 'Stock', cell: (product) => <StockCell product={product} {...actions} /> },
  { name: 'Status', cell: (product) => <StatusCell product={product} /> },
  {
    name: <span className="sr-only">Actions</span>,
    className: 'max-lg:col-span-3',
    cell: (product) => <ActionsCell product={product} {...actions} />,
  },
];

/** The status, and when a draft becomes active. */
function StatusCell({ product: { status, publishAt } }: { product: Product }) {
  const isLate = publishAt && Date.parse(publishAt) < Date.now() - 120_000;
  return (
    <span className="grid justify-items-start gap-0.5">
      <StatusBadge status={status} />
      {publishAt && (
        <span
          className={`figures max-w-28 text-xs lg:max-w-none ${isLate ? 'text-madder' : 'text-ink-soft'}`}
        >
          {isLate ? 'Not published: needs HSN code and GST rate' : `Publishes on ${orderDate(publishAt)}`}
        </span>
      )}
    </span>
  );
}

function Absent() {
  return (
    <>
      <span className="max-lg:hidden">—</span>
      <span className="lg:hidden">No category</span>
    </>
  );
}

function Name({ product }: { product: Product }) {
  return (
    <Link to={`/admin/products/edit/${product._id}`} className="group flex min-w-0 items-center gap-3">
      <Thumbnail path={product.image} />
      <span className="line-clamp-2 min-w-0 font-medium wrap-break-word group-hover:underline">
        {product.name}
      </span>
    </Link>
  );
}

function PriceCell({ product, onChange }: Actions & { product: Product }) {
  const { price, finalPrice, discount, name } = product;
  const isReduced = finalPrice < price;
  const off = isReduced && <span className="text-xs text-ink-soft">{discount}% off</span>;
  const sale = product.variants.find(({ regularPrice }) => regularPrice != null);
  // While a scheduled sale is on, the form edits both prices.
  if (product.options.length > 0 || sale) {
    return (
      <span className="figures inline-flex flex-wrap items-baseline gap-x-2 max-lg:max-w-28">
        {product.priceVaries && 'From '}
        {shortRupees(finalPrice)}
        {isReduced && <s className="text-xs text-ink-soft">{shortRupees(price)}</s>}
        {off}
        {sale && (
          <span className="max-w-28 text-xs text-madder lg:max-w-none">
            {sale.saleUntil ? `Sale until ${orderDate(sale.saleUntil)}` : 'Scheduled sale'}
          </span>
        )}
      </span>
    );
  }
  const edit = (
    label: string,
    value: number,
    changeOf: (amount: number) => Partial<Pick<Product, 'price' | 'finalPrice'>>,
  ) => (
    <QuickEdit
      label={`${label} of ${name}`}
      value={value}
      schema={productChange.shape.price}
      onSave={(amount) => onChange({ product, shown: changeOf(amount), body: changeOf(amount) })}
    >
      {shortRupees(value)}
    </QuickEdit>
  );
  if (!isReduced) {
    const both = edit('Price', price, (amount) => ({ price: amount, finalPrice: amount }));
    return <span className="figures">{both}</span>;
  }
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

function StockCell({ product, onChange }: Actions & { product: Product }) {
  const badge = <StockBadge count={product.countInStock} />;
  const { countInStock: countInStockBefore, variants, options, name } = product;
  if (options.length > 0) {
    const lowest = Math.min(...variants.map(({ countInStock }) => countInStock));
    return (
      <span className="figures inline-flex flex-wrap items-center gap-x-1.5">
        {badge}
        <span className="text-xs text-ink-soft">
          in {variants.length} {variants.length === 1 ? 'variant' : `variants, lowest ${lowest}`}
        </span>
      </span>
    );
  }
  return (
    <QuickEdit
      label={`Stock of ${name}`}
      value={countInStockBefore}
      schema={productChange.shape.countInStock}
      onSave={(countInStock) =>
        onChange({ product, shown: { countInStock }, body: { countInStock, countInStockBefore } })
      }
    >
      {badge}
    </QuickEdit>
  );
}

function ActionsCell({ product, onDelete, onDuplicate }: Actions & { product: Product }) {
  const { _id, name, slug, status } = product;
  return (
    <div className="flex lg:justify-end">
      <Link
        to={`/admin/products/edit/${_id}`}
        aria-label={`Edit ${name}`}
        title="Edit"
        className={iconButtonClass}
      >
        <Pencil className="size-4" />
      </Link>
      <IconButton
        icon={Copy}
        label={`Duplicate ${name}`}
        title="Duplicate"
        onClick={() => onDuplicate(product)}
      />
      {(status === 'active' || status === 'featured') && (
        <NewTab
          href={`/products/${slug}`}
          aria-label={`View ${name} in store`}
          title="View in store"
          className={iconButtonClass}
        >
          <ExternalLink className="size-4" />
        </NewTab>
      )}
      <DeleteButton name={name} onClick={() => onDelete(product)} />
    </div>
  );
}

/**
 * A number in a list that turns into a field when pressed. Enter or leaving the field saves, Escape cancels. If the
 * input is not valid by `schema`, the field stays open.
 */
function QuickEdit(props: {
  label: string;
  value: number;
  schema: ZodType<number | undefined>;
  onSave: (value: number) => void;
  children: ReactNode;
}) {
  const { label, value, schema, onSave, children } = props;
  const [editing, setEditing] = useState(false);
  const [wrong, setWrong] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (editing) field.current?.select();
  }, [editing]);

  function close() {
    setEditing(false);
    setWrong(false);
    requestAnimationFrame(() => button.current?.focus());
  }
  function save() {
    const text = field.current?.value ?? '';
    const { data: number } = schema.safeParse(text);
    if (number === undefined) return setWrong(true);
    if (number !== value) onSave(number);
    close();
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Enter') save();
    if (event.key === 'Escape') close();
  }

  if (editing) {
    return (
      <input
        ref={field}
        aria-label={label}
        aria-invalid={wrong || undefined}
        defaultValue={value}
        inputMode="decimal"
        onKeyDown={onKeyDown}
        onBlur={() => (wrong ? close() : save())}
        className="office-input figures w-28"
      />
    );
  }
  return (
    <button
      ref={button}
      type="button"
      onClick={() => setEditing(true)}
      className="touch group -mx-2 inline-flex min-h-9 items-center gap-1.5 rounded-md px-2 hover:bg-paper-deep"
    >
      <span className="sr-only">{label}: </span>
      {children}
      <span className="sr-only">, edit</span>
      <Pencil className="size-3.5 text-ink-soft opacity-0 group-hover:opacity-100 group-focus-visible:opacity-100" />
    </button>
  );
}
