import { useQuery } from '@tanstack/react-query';
import { Layers, Plus, Upload } from 'lucide-react';
import { useNavigate } from 'react-router';
import type { Product } from '../../../shared/contract/catalogue/catalogue.ts';
import type { ProductChange } from '../../../shared/contract/catalogue/catalogue-admin.ts';
import { call, stream } from '../../api.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.tsx';
import { confirm } from '../parts/confirm.tsx';
import { invalidate, read, updateCached, useAction, withItem } from '../parts/data.ts';
import { ExportButton } from '../parts/list/export-button.tsx';
import { pageQuery } from '../parts/list/list.tsx';
import { ResourcePage } from '../parts/list/resource-page.tsx';
import { ListFilters, useListAddress } from './list-filters.tsx';
import { productColumns } from './product-columns.tsx';

const show = (product: Product) =>
  updateCached('GET /products', (list) => ({ ...list, products: withItem(list.products, product) }));

/** All products: search, filters, sorting, and changes in place (spec §2 Admin product management). */
export default function Products() {
  const address = useListAddress(24);
  const { query, matching, filtered } = address;
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
          <ButtonLink icon={Layers} href="/admin/products/batch" variant="secondary">
            Batch edit
          </ButtonLink>
        </>
      }
      add={
        <ButtonLink icon={Plus} href="/admin/products/new">
          Add Product
        </ButtonLink>
      }
      bar={<ListFilters address={address} />}
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
