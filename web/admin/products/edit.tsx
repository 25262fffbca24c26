import type { Product } from '../../../shared/contract/catalogue.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { LoadError, SkeletonRows } from '../parts/page-head.tsx';
import { useCall } from '../parts/use-call.ts';
import type { Route } from './+types/edit';
import { ProductForm } from './form/product-form.tsx';

export default function EditProduct({ params }: Route.ComponentProps) {
  const failed = 'Failed to load product. Please try again.';
  const { data, error, missing, loading, reload } = useCall<Product>(
    `/products/${encodeURIComponent(params.id)}`,
    failed,
  );
  if (missing) {
    return (
      <Empty
        level={1}
        title="This product is not there"
        text="It may have been deleted."
        action={
          <ButtonLink to="/admin/products" prefetch="none">
            All Products
          </ButtonLink>
        }
      />
    );
  }
  if (error) return <LoadError message={error} onRetry={reload} />;
  if (!data || loading) return <SkeletonRows />;
  return <ProductForm key={data._id} product={data} />;
}
