import { useQuery } from '@tanstack/react-query';
import { Empty } from '../../ui/empty.tsx';
import { formQuery, read } from '../parts/data.ts';
import { Loaded } from '../parts/page/loaded.tsx';
import type { Route } from './+types/edit';
import { ProductForm } from './form/product-form.tsx';

export default function EditProduct({ params }: Route.ComponentProps) {
  const query = useQuery({ ...read('GET /products/:id', { params }), ...formQuery });
  const missing = (
    <Empty
      level={1}
      title="This product does not exist"
      text="It may have been deleted."
      link={['/admin/products', 'All Products']}
    />
  );
  return (
    <Loaded query={query} failed="Failed to load product. Please try again." missing={missing}>
      {(product) => <ProductForm key={product._id} product={product} />}
    </Loaded>
  );
}
