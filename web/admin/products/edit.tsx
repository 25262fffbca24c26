import { useQuery } from '@tanstack/react-query';
import { ButtonLink } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { formQuery, isMissing, read } from '../parts/data.ts';
import { LoadError, SkeletonRows } from '../parts/page-head.tsx';
import type { Route } from './+types/edit';
import { ProductForm } from './form/product-form.tsx';

export default function EditProduct({ params }: Route.ComponentProps) {
  const { data, error, refetch } = useQuery({ ...read('GET /products/:id', { params }), ...formQuery });
  if (isMissing(error)) {
    return (
      <Empty
        level={1}
        title="This product does not exist"
        text="It may have been deleted."
        action={
          <ButtonLink to="/admin/products" prefetch="none">
            All Products
          </ButtonLink>
        }
      />
    );
  }
  if (error)
    return <LoadError message="Failed to load product. Please try again." onRetry={() => refetch()} />;
  if (!data) return <SkeletonRows />;
  return <ProductForm key={data._id} product={data} />;
}
